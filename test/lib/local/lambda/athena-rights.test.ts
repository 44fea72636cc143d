/** @modules own */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Question, Warehouse } from '#lib/ads/reports/plan/warehouse';
import { asFunction, enforceRoles } from '#lib/local/lambda/iam/enforce';
import { config } from '#lib/runtime/process/config';
import { listen, type Listening } from '#test/support/http/listen';
import { objects } from '#test/support/http/objects';
import { testStage } from '#test/support/run/test-stage';

const RESULT = 'reports/athena/q1.csv';

/** Stands in for Athena, which nobody has on a laptop: each query has ended as `state` says. */
let state = 'SUCCEEDED';
const asked: string[] = [];
const server = createServer((request, response) => {
  const call = String(request.headers['x-amz-target']).replace('AmazonAthena.', '');
  void text(request).then(() => {
    asked.push(call);
    const ended = {
      Status: { State: state },
      ResultConfiguration: { OutputLocation: `s3://${config.bucket}/${RESULT}` },
    };
    response
      .writeHead(200, { 'content-type': 'application/x-amz-json-1.1' })
      .end(JSON.stringify({ QueryExecutionId: 'q1', QueryExecution: ended }));
  });
});
let listening: Listening;
let warehouse: Warehouse;

beforeAll(async () => {
  listening = await listen(server);
  process.env['AWS_ENDPOINT_URL_ATHENA'] = listening.url;
  ({ athena: warehouse } = await import('#lib/runtime/ads/athena-warehouse'));
  await objects.send(new PutObjectCommand({ Bucket: config.bucket, Key: RESULT, Body: '"currencyCode"\n"EUR"\n' }));
});
beforeEach(() => {
  asked.length = 0;
  state = 'SUCCEEDED';
});
afterAll(() => listening.stop());

const onStage = (WAREHOUSE: string): void => {
  enforceRoles({ ...testStage, environment: { ...testStage.environment, WAREHOUSE } });
};
const question = (signal?: AbortSignal): Question => ({
  statement: {
    text: 'SELECT c0 FROM facts_daily JOIN conversions ON TRUE',
    values: [],
    columns: [{ header: 'a', type: 'String' }],
  },
  advertiserIds: ['2'],
  window: undefined,
  async *conversions() {
    yield await Promise.resolve({ conversionId: 'order-1' });
  },
  signal,
});

describe('on a stage with Athena', () => {
  beforeEach(() => {
    onStage('athena');
  });

  test.each(['adsReports', 'pollReports'])('%s asks it, and reads what it has found', async (name) => {
    expect(await asFunction(name, () => warehouse.ratedCurrencies())).toEqual(new Set(['EUR']));
    expect(await asFunction(name, () => warehouse.rows(question()))).toEqual([['EUR']]);
    expect(asked).toContain('GetQueryExecution');
  });

  test.each(['adsReports', 'pollReports'])('%s may stop a query', async (name) => {
    state = 'RUNNING';

    await expect(
      asFunction(name, () => warehouse.rows(question(AbortSignal.abort(new Error('enough'))))),
    ).rejects.toThrow('enough');
    expect(asked).toContain('StopQueryExecution');
  });

  test('all others are refused before Athena hears of it', async () => {
    const refused = asFunction('adsConversion', () => warehouse.ratedCurrencies());

    await expect(refused).rejects.toMatchObject({ name: 'AccessDeniedException', $fault: 'client' });
    await expect(refused).rejects.toThrow(
      'is not authorized to perform: athena:StartQueryExecution on resource: arn:aws:athena:us-east-1:000000000000:workgroup/primary',
    );
    expect(asked).toEqual([]);
  });
});

test('on a stage with DuckDB nobody may ask Athena', async () => {
  onStage('duckdb');

  await expect(asFunction('pollReports', () => warehouse.ratedCurrencies())).rejects.toThrow(
    'athena:StartQueryExecution',
  );
});
