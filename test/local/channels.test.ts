import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { config } from '#lib/runtime/config';
import { objects } from '#lib/stores/s3/client';
import { s3DiscardedRecords } from '#lib/stores/s3/discarded-records';
import { addEvent, eventsPath, hourFrom } from '#test/support/calendar';
import { inviting, signUp } from '#test/support/guests';
import { pushFixture, type PushFixture } from '#test/support/push';
import { messages } from '#test/support/receiver';
import { runProgram, type Outcome } from '#test/support/run-program';

let given: PushFixture;
let data: string;
beforeEach(async () => {
  given = await pushFixture();
  data = mkdtempSync(join(tmpdir(), 'almanac-'));
  const { AWS_ENDPOINT_URL_DYNAMODB, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_ENDPOINT_URL_S3 } = process.env;
  writeFileSync(join(data, 'endpoints.json'), JSON.stringify({ env: { CALENDAR_TABLE: given.table, BUCKET: config.bucket, LOG: 'off', AWS_ENDPOINT_URL_S3, AWS_ENDPOINT_URL_DYNAMODB, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } }));
});
afterEach(async () => {
  rmSync(data, { recursive: true });
  await given.stop();
});

const discarded = s3DiscardedRecords(objects, config.bucket);
const channels = (...args: string[]): Promise<Outcome> => runProgram(['lib/cli/channels.ts', ...args, '--data', data]);

describe('npm run channels', () => {
  test('says so when there is nothing to do', async () => {
    expect(await channels('list')).toEqual({ code: 0, stdout: '', stderr: 'Nothing waits and nothing was given up. 0 open channels.\n' });
    expect((await channels('retry')).stdout).toBe('No message waits.\n');
  });

  test('lists what waits and what was given up without telling secrets, and sends it again', async () => {
    given.receiver.answer(200, 404, 503);
    await given.watch(`${eventsPath()}/watch`, { id: 'c', token: 'secret', address: `${given.receiver.url}/secret` });
    await given.flow();
    for (let count = 0; count < 2; count += 1) {
      await addEvent(given, hourFrom('2026-03-10T09:00:00Z'));
      await given.flow();
    }

    const { stdout, stderr } = await channels('list');

    const cells = stdout.trimEnd().split('\n').map((line) => line.split(/ {2,}/));
    const about = ['exists', `events of ${given.alice}`, given.receiver.url, '1'];
    expect(cells).toEqual([
      ['CHANNEL', 'NUMBER', 'STATE', 'WATCHES', 'RECEIVER', 'ATTEMPTS', 'WHAT IS NEXT'],
      ['c', '3', ...about, expect.stringMatching(/^(due now|next attempt in \d s)$/)],
      ['c', '2', ...about, expect.stringMatching(/^given up \d+ (s|min) ago: status 404$/)],
    ]);
    expect(stdout).not.toContain('secret');
    expect(stderr).toBe('1 message waiting, 1 given up, 0 changes put aside. 1 open channel.\nTo try all of it again: npm run channels -- retry\n');

    given.receiver.answer(200);
    expect((await channels('retry', 'c')).stdout).toBe('2 messages of 1 channel due now: the schedule sends within a minute.\n');
    given.clock.pass({ minutes: 1 });
    await given.deliver();
    expect(messages(given.receiver.received).slice(3)).toEqual(['c 2 exists', 'c 3 exists']);
    expect((await channels('list')).stdout).toBe('');
  });

  test('lists changes that a function failed on, and works on them again', async () => {
    await signUp(given, given.bob);
    await given.records();
    const event = await addEvent(given, { summary: 'Lost and found', ...hourFrom('2026-03-10T09:00:00Z'), ...inviting(given.bob) });
    const atMs = Date.now() - 120_000;
    for (const functionName of ['propagate', 'nobody']) await discarded.add({ functionName, atMs, reason: 'RetryAttemptsExhausted', records: await given.records() });
    const copy = () => given.ask('GET', eventsPath('primary', event.id), { as: given.bob });
    expect((await copy()).status).toBe(404);

    const { stdout, stderr } = await channels('list');
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toContainEqual(['propagate', expect.stringMatching(/^\d$/), expect.stringContaining(given.alice), 'given up 2 min ago: RetryAttemptsExhausted']);
    expect(stderr).toContain('put aside');

    const retried = await channels('retry');

    expect(retried.stdout).toMatch(/changes? for propagate: done\./);
    expect(retried).toMatchObject({ code: 1, stdout: expect.stringContaining('for nobody: kept, there is no function nobody.') });
    expect((await copy()).status).toBe(200);
    const left = await discarded.list();
    expect(left.map(({ functionName }) => functionName)).toEqual(['nobody']);
    for (const { key } of left) await discarded.remove(key);
  });

  test.each([
    ['no verb', [], 'list or retry'],
    ['a channel that there is not', ['retry', 'nope'], "There is no channel 'nope'"],
  ])('refuses %s with a sentence and exit code 1', async (_name, args, sentence) => {
    const { code, stdout, stderr } = await channels(...args);

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain('    at ');
  });
});
