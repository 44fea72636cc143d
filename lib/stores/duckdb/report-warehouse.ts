/** Reports by DuckDB in the function itself, over local copies of the warehouse's files. */
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { readsRelation } from '#lib/ads/reports/compile/named-in-sql';
import { scopeRowsSql } from '#lib/ads/reports/compile/scope-rows';
import { toScopeRows } from '#lib/ads/reports/plan/scope-rows';
import type { ScopeRows, Question, Warehouse } from '#lib/ads/reports/plan/warehouse';
import { raw, type Sql } from '#lib/ads/reports/sql/sql';
import { sqlText } from '#lib/api/text/sql-text';
import type { LocalCopies } from '#lib/stores/s3/local-copies';
import { bindRelations, loadConversions, type RelationQuery } from './relations.ts';
import { duckDialect } from './report-dialect.ts';
import { openDuck, type DuckSession } from './session.ts';
import { newPath } from './warehouse.ts';

/** TSV has no quotes: tabs and line ends inside values are blanks by then. */
const FORMATS = { csv: `DELIMITER ',', QUOTE '"', ESCAPE '"'`, tsv: "DELIMITER '\t', QUOTE '', ESCAPE ''" } as const;

export function duckWarehouse(copies: LocalCopies): Warehouse {
  async function withSession<T>(work: (duck: DuckSession) => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const duck = await openDuck();
    const stop = (): void => {
      duck.interrupt();
    };
    signal?.addEventListener('abort', stop);
    try {
      return await work(duck);
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', stop);
      await duck.close();
    }
  }

  const withRelations = <T>(
    { statement, advertiserIds, window, conversions, signal }: Question,
    work: (duck: DuckSession, statement: Sql) => Promise<T>,
  ): Promise<T> =>
    withSession(async (duck) => {
      const bound = await bindRelations(statement, { advertiserIds, window }, copies);
      if (readsRelation(statement.text, 'conversions')) await loadConversions(duck, conversions());
      signal?.throwIfAborted();
      return work(duck, bound);
    }, signal);

  const ask = (statement: Sql, query: RelationQuery) =>
    withSession(async (duck) => {
      const { text, values } = await bindRelations(statement, query, copies);
      return duck.rows(text, values);
    });

  return {
    dialect: duckDialect,

    async scopeRows(scope, visible): Promise<ScopeRows> {
      const advertiserIds = scope.advertiserId === undefined ? undefined : [scope.advertiserId];
      return toScopeRows(await ask(scopeRowsSql(scope, visible), { advertiserIds, window: undefined }));
    },

    async ratedCurrencies() {
      const rows = await ask(raw('SELECT DISTINCT currencyCode FROM fx_rates'), {
        advertiserIds: [],
        window: undefined,
      });
      return new Set(rows.map(({ currencyCode }) => String(currencyCode)));
    },

    rows: (question) =>
      withRelations(question, async (duck, { text, values }) => {
        const rows = await duck.rows(text, values);
        return rows.map((row) => question.statement.columns.map((_, place) => row[`c${String(place)}`]));
      }),

    lines: (question, format, use) =>
      withRelations(question, async (duck, { text, values }) => {
        const path = newPath(duck, format);
        const rows = await duck.run(
          `COPY (${text}) TO ${sqlText(path)} (FORMAT csv, HEADER false, ${FORMATS[format]})`,
          values,
        );
        const bytes = createReadStream(path, { highWaterMark: 1 << 20 });
        await once(bytes, 'open');
        try {
          return await use({ rows, bytes });
        } finally {
          // It may not have been read, or not to its end.
          bytes.destroy();
          if (!bytes.closed) await once(bytes, 'close');
        }
      }),
  };
}
