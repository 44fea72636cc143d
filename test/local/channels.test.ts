import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { addEvent, eventsPath, hourFrom } from '#test/support/calendar';
import { pushFixture, type PushFixture } from '#test/support/push';
import { messages } from '#test/support/receiver';
import { runProgram, type Outcome } from '#test/support/run-program';

jest.setTimeout(600_000);

let given: PushFixture;
let data: string;
beforeEach(async () => {
  given = await pushFixture();
  data = mkdtempSync(join(tmpdir(), 'almanac-'));
  const { AWS_ENDPOINT_URL_DYNAMODB, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env;
  writeFileSync(join(data, 'endpoints.json'), JSON.stringify({ env: { CALENDAR_TABLE: given.table, AWS_ENDPOINT_URL_DYNAMODB, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } }));
});
afterEach(async () => {
  rmSync(data, { recursive: true });
  await given.stop();
});

const channels = (...args: string[]): Promise<Outcome> => runProgram(['lib/cli/channels.ts', ...args, '--data', data]);

describe('npm run channels', () => {
  test('lists what waits and what was given up without telling secrets, and sends it again', async () => {
    given.receiver.answer(200, 404, 503);
    await given.watch(`${eventsPath()}/watch`, { id: 'c', token: 'secret', address: `${given.receiver.url}/secret` });
    await given.flow();
    for (let count = 0; count < 2; count += 1) {
      await addEvent(given, hourFrom('2026-03-10T09:00:00Z'));
      await given.flow();
    }

    const { stdout, stderr } = await channels('list');

    const start = `\texists\tevents of ${given.alice}\t${given.receiver.url}\t1 attempts\t`;
    expect(stdout.split('\n')).toEqual([expect.stringContaining(`c\t3${start}due `), expect.stringMatching(/^c\t2\t.*\tdead since .*: status 404$/), '']);
    expect(stdout).not.toContain('secret');
    expect(stderr).toBe('2 messages of 1 channels.\n');

    given.receiver.answer(200);
    expect((await channels('retry', 'c')).stdout).toBe('2 messages of 1 channels are due now. The schedule sends them within a minute.\n');
    given.clock.pass({ minutes: 1 });
    await given.deliver();
    expect(messages(given.receiver.received).slice(3)).toEqual(['c 2 exists', 'c 3 exists']);
    expect((await channels('list')).stdout).toBe('');
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
