import { Readable } from 'node:stream';
import {
  AthenaClient,
  GetQueryExecutionCommand,
  StartQueryExecutionCommand,
  StopQueryExecutionCommand,
} from '@aws-sdk/client-athena';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { mockClient } from 'aws-sdk-client-mock';
import { REPORT_TYPES } from '#lib/ads/reports/catalogue/report-types';
import { textCells } from '#lib/ads/reports/compile/cells';
import { compileReport } from '#lib/ads/reports/compile/statement';
import type { Question } from '#lib/ads/reports/plan/warehouse';
import { readRequest, type ReportRequest } from '#lib/ads/reports/request/request';
import type { Dialect } from '#lib/ads/reports/sql/dialect';
import { raw, sql } from '#lib/ads/reports/sql/sql';
import { athenaDialect } from '#lib/stores/athena/dialect';
import { bindRelations, tableStatements } from '#lib/stores/athena/relations';
import { athenaWarehouse } from '#lib/stores/athena/report-warehouse';
import { duckDialect } from '#lib/stores/duckdb/report-dialect';
import { brokenOff } from '#test/support/http/broken-off';

const reportAccounts = {
  advertisers: [{ agencyId: '1', advertiserId: '2', currencyCode: 'EUR', timeZone: 'Europe/Berlin' }],
  accounts: [{ advertiserId: '2', accountId: '3', currencyCode: 'GBP', timeZone: 'Europe/London' }],
  currencyCode: 'USD',
};

const planOf = (reportType: string, fields: ReportRequest = {}) => {
  const columns = [...(REPORT_TYPES.get(reportType)?.columns.keys() ?? [])].map((columnName) => ({ columnName }));
  return readRequest(
    {
      reportType,
      columns,
      reportScope: { agencyId: '1', advertiserId: '2' },
      timeRange: { startDate: '2026-01-01', endDate: '2026-01-31' },
      statisticsCurrency: 'usd',
      ...fields,
    },
    'request',
    0,
  ).plan(undefined);
};
const compile = (reportType: string, dialect: Dialect, fields: ReportRequest = {}) =>
  compileReport(planOf(reportType, fields), reportAccounts, dialect, {
    present: textCells({ format: 'csv', guardsFormulas: true }, dialect),
  });

/** A dialect whose words stand for themselves: what is left is the part that all engines share. */
const named =
  (name: string) =>
  (...parts: readonly unknown[]) => {
    const [first, second] = parts.map((part) =>
      typeof part === 'string' ? raw(part) : (part as ReturnType<typeof raw>),
    );
    return second === undefined
      ? sql`${raw(name)}(${first ?? raw('')})`
      : sql`${raw(name)}(${first ?? raw('')}, ${second})`;
  };
const plain: Dialect = {
  jsonText: named('jsonText'),
  jsonPart: named('jsonPart'),
  listHolds: named('listHolds'),
  isoMoment: named('isoMoment'),
  momentOf: named('momentOf'),
  dayIn: named('dayIn'),
  daysBetween: named('daysBetween'),
  decimalText: named('decimalText'),
  matches: named('matches'),
};

describe('one statement for both warehouses', () => {
  test.each([...REPORT_TYPES.keys()])(
    '%s: the same values in the same order, and no value in the text',
    (reportType) => {
      const secret = "it's; DROP TABLE --";
      const column =
        [...(REPORT_TYPES.get(reportType)?.columns.values() ?? [])].find(({ type }) => type === 'String')?.name ??
        'advertiser';
      const filters = [{ column: { columnName: column }, operator: 'equals', values: [secret] }];
      const [duck, athena] = [
        compile(reportType, duckDialect, { filters }),
        compile(reportType, athenaDialect, { filters }),
      ];

      expect(athena.values).toEqual(duck.values);
      expect(duck.values).toContain(secret);
      for (const { text, values } of [duck, athena]) {
        expect(text).not.toContain('DROP');
        expect(text.split('?')).toHaveLength(values.length + 1);
      }
    },
  );

  test('what differs is in the dialects alone', () => {
    const { text } = compile('keyword', plain);

    for (const word of [
      'json_extract',
      'strftime',
      'date_format',
      'make_timestamptz',
      'from_unixtime',
      'unnest',
      'UNNEST',
      'regexp',
    ])
      expect(text).not.toContain(word);
    expect(text).toContain('jsonText(e.attributes, keywordText)');
  });

  test('neither says anything the other does not know', () => {
    const { text } = compile('campaign', athenaDialect);
    // DuckDB's own: lists of columns by ALL, QUALIFY, casts by ::, ASOF joins.
    for (const word of [/GROUP BY ALL/, /QUALIFY/, /::/, /ASOF/, /strftime/, /json_extract_string/, /rtrim\([^)]*,/])
      expect(text).not.toMatch(word);
  });
});

describe('relations on Athena', () => {
  test('tables lie over the files that imports write', () => {
    const statements = tableStatements('almanac', 'bucket');

    expect(statements[0]).toBe('CREATE DATABASE IF NOT EXISTS almanac');
    expect(statements.find((statement) => statement.includes('facts_daily'))).toContain(
      "LOCATION 's3://bucket/warehouse/facts_daily/'",
    );
    expect(statements.find((statement) => statement.includes('facts_daily'))).toContain(
      "'storage.location.template' = 's3://bucket/warehouse/facts_daily/advertiser=${advertiser}/'",
    );
    expect(statements.find((statement) => statement.includes('almanac.fx_rates'))).toContain(
      "LOCATION 's3://bucket/warehouse/fx_rates/'",
    );
    expect(statements.at(-1)).toContain('PARTITIONED BY (report string)');
  });

  test('a statement sees its own advertisers and conversions only', () => {
    const bound = bindRelations(
      {
        text: 'WITH x AS (SELECT 1) SELECT * FROM x JOIN facts_daily ON TRUE JOIN conversions ON TRUE WHERE a = ?',
        values: ['9'],
      },
      'almanac',
      ['2', '4'],
      'r1',
    );

    expect(bound.text).toBe(
      'WITH facts_daily AS (SELECT * FROM almanac.facts_daily WHERE advertiser IN (CAST(? AS VARCHAR), CAST(? AS VARCHAR))), conversions AS (SELECT * FROM almanac.conversions WHERE report = CAST(? AS VARCHAR)), x AS (SELECT 1) SELECT * FROM x JOIN facts_daily ON TRUE JOIN conversions ON TRUE WHERE a = ?',
    );
    expect(bound.values).toEqual(['2', '4', 'r1', '9']);
  });
});

describe('the warehouse on Athena', () => {
  const athena = mockClient(AthenaClient);
  /** What Athena has left in the bucket, and what was put there. */
  let answered: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  const read: string[] = [];
  const written = new Map<string, string>();
  const bucket = {
    name: 'bucket',
    open(key: string) {
      read.push(key);
      return Promise.resolve(Readable.from(answered));
    },
    async writeAsItComes(key: string, bytes: AsyncIterable<Uint8Array>) {
      const content = Buffer.concat(await Array.fromAsync(bytes));
      written.set(key, content.toString());
      return content.length;
    },
  };
  const warehouse = () =>
    athenaWarehouse({
      athena: new AthenaClient({ region: 'us-east-1' }),
      bucket,
      database: 'almanac',
      workGroup: 'primary',
    });
  const question = (signal?: AbortSignal): Question => ({
    statement: {
      text: 'SELECT c0, c1 FROM conversions WHERE x = ?',
      values: ['v'],
      columns: [
        { header: 'a', type: 'String' },
        { header: 'b', type: 'Integer' },
      ],
    },
    advertiserIds: ['2'],
    window: undefined,
    async *conversions() {
      yield await Promise.resolve({ conversionId: 'order-1' });
    },
    signal,
  });

  afterAll(() => {
    athena.restore();
  });
  beforeEach(() => {
    athena.reset();
    read.length = 0;
    written.clear();
    athena.on(StartQueryExecutionCommand).resolves({ QueryExecutionId: 'q1' });
    answered = [Buffer.from('"c0","c1"\n"say ""hi"", twice","1"\n"plain",\n')];
  });

  const DONE = {
    QueryExecution: {
      Status: { State: 'SUCCEEDED' },
      ResultConfiguration: { OutputLocation: 's3://bucket/reports/athena/q1.csv' },
    },
  } as const;
  const linesOf = () =>
    warehouse().lines(question(), 'csv', async ({ rows, bytes }) => {
      const parts: Uint8Array[] = [];
      for await (const part of bytes) parts.push(part);
      return { rows, text: Buffer.concat(parts).toString() };
    });

  test('waits for the result, which comes as lines of the file', async () => {
    athena
      .on(GetQueryExecutionCommand)
      .resolvesOnce({ QueryExecution: { Status: { State: 'RUNNING' } } })
      .resolves(DONE);

    const made = await linesOf();

    expect(made).toEqual({ rows: 2, text: '"say ""hi"", twice",1\nplain,\n' });
    const [started] = athena.commandCalls(StartQueryExecutionCommand);
    expect(started?.args[0].input).toMatchObject({
      QueryString: expect.stringContaining('FROM almanac.conversions WHERE report = '),
      ExecutionParameters: [expect.stringMatching(/^'[\w-]{36}'$/), "'v'"],
      WorkGroup: 'primary',
    });
    expect([...written]).toEqual([
      [expect.stringMatching(/^reports\/conversions\/report=[\w-]{36}\/part\.json$/), '{"conversionId":"order-1"}\n'],
    ]);
    expect(read[0]).toBe('reports/athena/q1.csv');
  });

  test('ends with what breaks the connection to its result', async () => {
    athena.on(GetQueryExecutionCommand).resolves(DONE);
    answered = brokenOff(Buffer.from('"c0","c1"\n"x","1"\n'));

    await expect(linesOf()).rejects.toThrow('The connection has broken.');
  });

  test('a row of one empty cell is no blank line', async () => {
    athena.on(GetQueryExecutionCommand).resolves(DONE);
    answered = [Buffer.from('"c0"\n""\n"x"\n')];

    expect(await linesOf()).toEqual({ rows: 2, text: '""\nx\n' });
  });

  test('a statement that fails says why', async () => {
    athena
      .on(GetQueryExecutionCommand)
      .resolves({ QueryExecution: { Status: { State: 'FAILED', StateChangeReason: 'line 1: no' } } });

    await expect(warehouse().rows(question())).rejects.toThrow('Athena: line 1: no');
  });

  test('a statement that nobody waits for is stopped', async () => {
    athena.on(GetQueryExecutionCommand).resolves({ QueryExecution: { Status: { State: 'RUNNING' } } });

    await expect(warehouse().rows(question(AbortSignal.abort(new Error('enough'))))).rejects.toThrow('enough');
    expect(athena.commandCalls(StopQueryExecutionCommand)).toHaveLength(1);
  });
});
