/** Reports by Athena, for warehouses that a function's disk cannot hold: the same statements, over the same files. */
import { randomUUID } from 'node:crypto';
import { pipeline } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import {
  GetQueryExecutionCommand,
  StartQueryExecutionCommand,
  StopQueryExecutionCommand,
  type AthenaClient,
} from '@aws-sdk/client-athena';
import { parse } from 'csv-parse';
import { readsRelation } from '#lib/ads/reports/compile/named-in-sql';
import { scopeRowsSql } from '#lib/ads/reports/compile/scope-rows';
import { conversionLines } from '#lib/ads/reports/plan/conversion-rows';
import { toScopeRows } from '#lib/ads/reports/plan/scope-rows';
import type { FileFormat, Question, Warehouse } from '#lib/ads/reports/plan/warehouse';
import { raw, type Sql } from '#lib/ads/reports/sql/sql';
import { csvField } from '#lib/api/text/csv-field';
import { sqlText } from '#lib/api/text/sql-text';
import type { SignedBucket } from '#lib/stores/s3/signed-bucket';
import { athenaDialect } from './dialect.ts';
import { CONVERSIONS_PREFIX } from './names.ts';
import { bindRelations } from './relations.ts';

export interface AthenaPlace {
  readonly athena: AthenaClient;
  readonly bucket: Pick<SignedBucket, 'name' | 'open' | 'writeAsItComes'>;
  readonly database: string;
  readonly workGroup: string;
}

const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 2_000;

const lineOf = (record: readonly string[], format: FileFormat): string => {
  const line = format === 'csv' ? record.map(csvField).join(',') : record.join('\t');
  return line === '' && format === 'csv' ? '""' : line;
};

export function athenaWarehouse({ athena, bucket, database, workGroup }: AthenaPlace): Warehouse {
  /** Where the result is, once it is there. */
  async function execute({ text, values }: Sql, signal?: AbortSignal): Promise<{ readonly key: string }> {
    const { QueryExecutionId = '' } = await athena.send(
      new StartQueryExecutionCommand({
        QueryString: text,
        WorkGroup: workGroup,
        QueryExecutionContext: { Database: database },
        ResultConfiguration: { OutputLocation: `s3://${bucket.name}/reports/athena/` },
        // They are literals, apart from the statement.
        ...(values.length > 0 && { ExecutionParameters: values.map(sqlText) }),
      }),
    );
    for (let waitMs = FIRST_PAUSE_MS; ; waitMs = Math.min(waitMs * 2, MAX_PAUSE_MS)) {
      const { QueryExecution: { Status = {}, ResultConfiguration = {} } = {} } = await athena.send(
        new GetQueryExecutionCommand({ QueryExecutionId }),
      );
      if (Status.State === 'SUCCEEDED')
        return { key: (ResultConfiguration.OutputLocation ?? '').replace(`s3://${bucket.name}/`, '') };
      if (Status.State === 'FAILED' || Status.State === 'CANCELLED')
        throw new Error(`Athena: ${Status.StateChangeReason ?? Status.State}`);
      if (signal?.aborted === true) {
        await athena.send(new StopQueryExecutionCommand({ QueryExecutionId }));
        signal.throwIfAborted();
      }
      await pause(waitMs);
    }
  }

  async function* recordsAt(key: string): AsyncGenerator<readonly string[]> {
    // What breaks the answer breaks the loop.
    const records: AsyncIterable<string[]> = pipeline(await bucket.open(key), parse(), () => undefined);
    let isHeader = true;
    for await (const record of records) {
      if (!isHeader) yield record;
      isHeader = false;
    }
  }

  async function ask(statement: Sql, names: readonly string[]): Promise<Record<string, string>[]> {
    const { key } = await execute(bindRelations(statement, database, undefined, ''));
    const rows: Record<string, string>[] = [];
    for await (const record of recordsAt(key))
      rows.push(Object.fromEntries(names.map((name, index) => [name, record[index] ?? ''])));
    return rows;
  }

  /**
   * Conversions lie beside the warehouse under a name of the report's own while it is made; a rule of the bucket
   * removes them.
   */
  async function answer({ statement, advertiserIds, conversions, signal }: Question): Promise<string> {
    const report = randomUUID();
    if (readsRelation(statement.text, 'conversions')) {
      const key = `${CONVERSIONS_PREFIX}report=${report}/part.json`;
      await bucket.writeAsItComes(key, conversionLines(conversions()), { contentType: 'application/x-ndjson' });
    }
    return (await execute(bindRelations(statement, database, advertiserIds, report), signal)).key;
  }

  return {
    dialect: athenaDialect,

    async scopeRows(scope, visible) {
      return toScopeRows(
        await ask(scopeRowsSql(scope, visible), [
          'level',
          'legacyId',
          'agencyId',
          'advertiserId',
          'currencyCode',
          'timeZone',
          'networkTimeZone',
        ]),
      );
    },

    async ratedCurrencies() {
      return new Set(
        (await ask(raw('SELECT DISTINCT currencyCode FROM fx_rates'), ['currencyCode'])).map(
          ({ currencyCode = '' }) => currencyCode,
        ),
      );
    },

    async rows(question) {
      const rows: (readonly string[])[] = [];
      for await (const record of recordsAt(await answer(question))) rows.push(record);
      return rows;
    },

    async lines(question, format, use) {
      const key = await answer(question);
      let rows = 0;
      for await (const record of recordsAt(key)) rows += record.length > 0 ? 1 : 0;
      async function* bytes(): AsyncGenerator<Uint8Array> {
        for await (const record of recordsAt(key)) yield Buffer.from(`${lineOf(record, format)}\n`);
      }
      return use({ rows, bytes: bytes() });
    },
  };
}
