/**
 * Reports that are made elsewhere: ordered through the gateway, brought here, and read from here.
 * @modules own
 */
import '#test/support/ads/own-bucket';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DeleteCommand, ScanCommand } from '#lib/stores/dynamodb/client/commands';
import { startAlmanac, type Almanac } from '#lib/testing/start-almanac';
import type * as Service from '#test/support/ads/report-service';
import { eventually } from '#test/support/eventually';
import { useOAuth } from '#test/support/oauth/use-oauth';
import { someone } from '#test/support/people';
import { newFolder } from '#test/support/run/folders/new-folder';
import { stageFolder } from '#test/support/run/folders/stage-folder';
import { newName, newTable } from '#test/support/run/new-table';
import { withoutStream } from '#test/support/run/running';
import { startProgram } from '#test/support/stack/run-program';

const MANAGE_ADS = 'https://www.googleapis.com/auth/doubleclicksearch';
const REPORTS = 'doubleclicksearch/v2/reports';

// Before the services read it: reports of a few rows have several files.
process.env['REPORT_LEAST_ROWS_PER_FILE'] = '1';
// A key that another file's sign-in made is told to the other file's tables.
const signInTable = newName();
process.env['SIGN_IN_TABLE'] = signInTable;
beforeAll(() => newTable('SignInTable', signInTable, withoutStream));
const oauth = useOAuth();
let support: typeof Service;
let service: Service.ReportService;
let front: Almanac;
/** In front of the same service, with the callers' own tokens. */
let plain: Almanac;
let key: string;

beforeAll(async () => {
  support = await import('#test/support/ads/report-service');
  service = await support.openReportService();
  key = join(newFolder(), 'key.json');
  writeFileSync(key, JSON.stringify(await oauth.serviceAccount([MANAGE_ADS])));
  const { rootUrl } = oauth.gateway;
  [front, plain] = await Promise.all([
    startAlmanac({
      services: ['ads'],
      upstream: { ads: JSON.stringify({ rootUrl, credentials: 'serviceAccount', secret: `file:${key}` }) },
    }),
    startAlmanac({ services: ['ads'], upstream: { ads: rootUrl } }),
  ]);
});
afterAll(() => Promise.all([front.stop(), plain.stop()]));

interface Report {
  readonly id: string;
  readonly isReportReady: boolean;
  readonly files: readonly { readonly byteCount: string; readonly url: string }[];
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly json: Report;
}

async function askAt(almanac: Almanac, token: string, url: string, body?: object): Promise<Answer> {
  const authorization = `Bearer ${token}`;
  const answer = await fetch(new URL(url, almanac.url), {
    headers: { authorization, 'content-type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, text, json: (text.startsWith('{') ? JSON.parse(text) : {}) as Report };
}

const ask = async (url: string, email: string, body?: object): Promise<Answer> =>
  askAt(front, await front.token(email), url, body);
const askPlain = async (url: string, email: string, body?: object): Promise<Answer> =>
  askAt(plain, await oauth.gateway.token(email), url, body);

/** What the upstream itself has of a file. */
async function direct(path: string): Promise<string> {
  const authorization = `Bearer ${await oauth.gateway.token(service.viewer)}`;
  return (await fetch(new URL(path, oauth.gateway.rootUrl), { headers: { authorization } })).text();
}

describe('a report', () => {
  test('is ready when all of its files are here, and stays when the upstream has forgotten it', async () => {
    const { viewer, world } = service;
    const ordered = await ask(REPORTS, viewer, support.keywordReport(world, { maxRowsPerFile: 3 }));
    expect([ordered.status, ordered.json.isReportReady]).toEqual([200, false]);
    const { id } = ordered.json;
    await front.clock.advance(60_000);
    expect((await ask(`${REPORTS}/${id}`, viewer)).status).toBe(202);
    expect((await ask(`${REPORTS}/${id}/files/0`, viewer)).status).toBe(404);

    await support.pollOnce();
    expect((await ask(`${REPORTS}/${id}`, viewer)).status).toBe(202);
    await front.clock.advance(600_000);
    const ready = await ask(`${REPORTS}/${id}`, viewer);
    expect([ready.status, ready.json.isReportReady, ready.json.files.length > 1]).toEqual([200, true, true]);
    expect(ready.json.files.map(({ url }) => url)).toEqual(
      ready.json.files.map((_, index) => `${front.url}${REPORTS}/${id}/files/${String(index)}`),
    );

    const texts = await Promise.all(ready.json.files.map(async ({ url }) => (await ask(url, viewer)).text));
    expect(texts.map((text) => Buffer.byteLength(text))).toEqual(
      ready.json.files.map(({ byteCount }) => Number(byteCount)),
    );
    expect(createHash('sha256').update(texts.join('')).digest('hex')).toBe(await digestOfUpstream(texts.length));
    expect((await ask(`${REPORTS}/${id}`, service.gardener)).status).toBe(404);

    await forgetUpstream();
    expect((await ask(`${REPORTS}/${id}/files/0`, viewer)).text).toBe(texts[0]);
    await front.clock.release();
  });

  test('that the upstream refuses is not remembered', async () => {
    const refused = await ask(REPORTS, someone(), support.keywordReport(service.world));
    expect(refused.status).toBe(403);
    const wrong = await ask(REPORTS, service.viewer, support.keywordReport(service.world, { reportType: 'weather' }));
    expect(wrong.status).toBe(400);
  });
});

/** The id of the viewer's report at the upstream. */
async function upstreamId(): Promise<string> {
  const { documents } = await import('#lib/stores/dynamodb/client/client');
  const { config } = await import('#lib/runtime/process/config');
  const { Items = [] } = await documents.send(
    new ScanCommand({
      TableName: config.adsTable,
      FilterExpression: '#owner = :owner AND begins_with(pk, :report)',
      ExpressionAttributeNames: { '#owner': 'owner' },
      ExpressionAttributeValues: { ':owner': service.viewer, ':report': 'REPORT#' },
    }),
  );
  return String(Items[0]?.['id']);
}

async function digestOfUpstream(files: number): Promise<string> {
  const id = await upstreamId();
  const hash = createHash('sha256');
  for (let index = 0; index < files; index += 1) hash.update(await direct(`${REPORTS}/${id}/files/${String(index)}`));
  return hash.digest('hex');
}

async function forgetUpstream(): Promise<void> {
  const { documents } = await import('#lib/stores/dynamodb/client/client');
  const { config } = await import('#lib/runtime/process/config');
  const { reportKey } = await import('#lib/stores/dynamodb/ads/keys');
  await documents.send(new DeleteCommand({ TableName: config.adsTable, Key: reportKey(await upstreamId()) }));
}

describe("with the callers' own tokens, a report", () => {
  test('is brought when its owner asks for it, and stays when the upstream has forgotten it', async () => {
    const { viewer, gardener, world } = service;
    const { json: ordered } = await askPlain(REPORTS, viewer, support.keywordReport(world, { maxRowsPerFile: 3 }));
    const path = `${REPORTS}/${ordered.id}`;
    expect([ordered.isReportReady, ordered.id === (await upstreamId())]).toEqual([false, false]);
    expect((await askPlain(path, viewer)).status).toBe(202);

    await support.pollOnce();
    expect((await askPlain(`${path}/files/0`, viewer)).status).toBe(404);
    expect((await askPlain(path, gardener)).status).toBe(404);
    // On a slow machine the files come with several requests.
    await eventually(async () => (await askPlain(path, viewer)).json.isReportReady);
    const { status, json: ready } = await askPlain(path, viewer);
    expect([status, ready.isReportReady, ready.files.length > 1]).toEqual([200, true, true]);
    expect(ready.files[0]?.url).toBe(`${plain.url}${path}/files/0`);
    const texts = await Promise.all(ready.files.map(async ({ url }) => (await askPlain(url, viewer)).text));
    expect(createHash('sha256').update(texts.join('')).digest('hex')).toBe(await digestOfUpstream(texts.length));

    await forgetUpstream();
    expect((await askPlain(path, viewer)).json).toEqual(ready);
    expect((await askPlain(`${path}/files/0`, viewer)).text).toBe(texts[0]);
  });

  test('that the upstream refuses is not remembered', async () => {
    expect((await askPlain(REPORTS, someone(), support.keywordReport(service.world))).status).toBe(403);
  });
});

describe('a table of ids', () => {
  const path = () =>
    `doubleclicksearch/v2/agency/${service.world.agencyId}/advertiser/${String(service.world.advertiserIds[0])}/idmapping`;

  test('is that of the upstream, and seen by those alone whom the upstream lets', async () => {
    const first = await ask(path(), service.viewer);
    expect([first.status, first.text]).toEqual([200, await direct(path())]);
    expect((await ask(path(), service.viewer)).text).toBe(first.text);
    expect((await ask(path(), service.gardener)).status).toBe(404);
    expect((await askPlain(path(), service.viewer)).text).toBe(first.text);
    expect((await askPlain(path(), service.gardener)).status).toBe(404);
  });
});

test('npm run ads -- pull keeps a folder of files for each day', async () => {
  const { world, viewer } = service;
  const spec = join(newFolder(), 'clicks.json');
  const columns = [{ columnName: 'keywordId' }, { columnName: 'clicks' }];
  const timeRange = { startDate: world.firstDay, endDate: world.firstDay };
  writeFileSync(spec, JSON.stringify(support.keywordReport(world, { columns, timeRange })));
  const from = ['--upstream', oauth.gateway.rootUrl, '--credentials', key, '--user', viewer];
  const { outcome } = startProgram(['lib/cli/ads.ts', 'pull', '--spec', spec, ...from, '--data', stageFolder()]);
  let isOver = false;
  const ended = outcome.finally(() => {
    isOver = true;
  });
  // The upstream makes what is ordered.
  while (!isOver) await Promise.race([support.pollOnce().then(() => pause(200)), ended]);
  expect(await ended).toMatchObject({ code: 0, stdout: 'keyword/clicks: 1 day fetched, 0 were there, 0 failed.\n' });
  const { objects } = await import('#test/support/http/objects');
  const { config } = await import('#lib/runtime/process/config');
  const Key = `archive/keyword/clicks/day=${world.firstDay}/part-0.csv`;
  const { Body } = await objects.send(new GetObjectCommand({ Bucket: config.bucket, Key }));
  expect(await Body?.transformToString()).toMatch(/^keywordId,clicks\n\d+,\d+\n/);
});
