/**
 * `npm run ads -- pull`, killed while it fetches a day again: what is in the bucket is the old day or the new one.
 * @modules own
 */
import '#test/support/ads/own-bucket';
import { writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { CreateBucketCommand, GetObjectCommand } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { config } from '#lib/runtime/process/config';
import { listen, type Listening } from '#test/support/http/listen';
import { objects } from '#test/support/http/objects';
import { newFolder } from '#test/support/run/folders/new-folder';
import { stageFolder } from '#test/support/run/folders/stage-folder';
import { startProgram, type Running } from '#test/support/stack/run-program';

const DAY = '2026-03-29';
const SPEC = {
  reportType: 'keyword',
  columns: [{ columnName: 'keywordId' }, { columnName: 'clicks' }],
  timeRange: { startDate: DAY, endDate: DAY },
};

let upstream: Listening;
let files: readonly string[] = [];
/** Called when the last file is asked for, in place of an answer. */
let onLastFile: (() => void) | undefined;
let spec: string;
let key: string;

function answer(path: string, response: ServerResponse): void {
  const index = /\/files\/(\d)$/.exec(path)?.[1];
  if (index !== undefined) {
    if (onLastFile !== undefined && Number(index) === files.length - 1) onLastFile();
    else response.end(files[Number(index)]);
    return;
  }
  const made = { isReportReady: true, files: files.map((text) => ({ byteCount: String(text.length) })) };
  const token = { access_token: 'token', expires_in: 3600 };
  response.end(JSON.stringify(path === '/token' ? token : { id: 'r1', ...made }));
}

beforeAll(async () => {
  await objects.send(new CreateBucketCommand({ Bucket: config.bucket }));
  upstream = await listen(
    createServer((request, response) => {
      request.resume();
      answer(String(request.url), response);
    }),
  );
  [spec, key] = ['clicks.json', 'key.json'].map((name) => join(newFolder(), name)) as [string, string];
  writeFileSync(spec, JSON.stringify(SPEC));
  const user = { client_id: 'a', client_secret: 'b', refresh_token: 'c', token_uri: `${upstream.url}/token` };
  writeFileSync(key, JSON.stringify({ type: 'authorized_user', ...user }));
});
afterAll(() => upstream.stop());

function pull(): Running {
  const from = ['--upstream', upstream.url, '--credentials', key, '--again', DAY];
  return startProgram(['lib/cli/ads.ts', 'pull', '--spec', spec, ...from, '--data', stageFolder()]);
}

async function archivedDay(): Promise<string> {
  const Key = `archive/keyword/clicks/day=${DAY}/part-0.csv`;
  const { Body } = await objects.send(new GetObjectCommand({ Bucket: config.bucket, Key }));
  return (await Body?.transformToString()) ?? '';
}

test('a day is never half there', async () => {
  files = ['id,clicks\n1,1\n', 'id,clicks\n2,1\n'];
  expect(await pull().outcome).toMatchObject({ code: 0, stdout: expect.stringContaining('1 day fetched') });
  expect(await archivedDay()).toBe('id,clicks\n1,1\n2,1\n');

  files = ['id,clicks\n1,7\n', 'id,clicks\n2,7\n', 'id,clicks\n"3\n",7\n'];
  const { promise: isHalfWay, resolve } = Promise.withResolvers<undefined>();
  onLastFile = () => {
    resolve(undefined);
  };
  const { child, outcome } = pull();
  await isHalfWay;
  child.kill('SIGKILL');
  await outcome;
  expect(await archivedDay()).toBe('id,clicks\n1,1\n2,1\n');

  onLastFile = undefined;
  expect((await pull().outcome).code).toBe(0);
  expect(await archivedDay()).toBe('id,clicks\n1,7\n2,7\n"3\n",7\n');
});
