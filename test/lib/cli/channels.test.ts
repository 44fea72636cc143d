import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { LetterSetAside } from '#lib/calendar/stores/letters';
import { bucket } from '#lib/runtime/bucket';
import { dynamoLetters } from '#lib/stores/dynamodb/calendar/letters';
import { documents } from '#lib/stores/dynamodb/client/client';
import { s3DiscardedRecords } from '#lib/stores/s3/discarded-records';
import { addEvent, eventsPath, hourFrom } from '#test/support/calendar/calendar';
import { inviting, signUp } from '#test/support/calendar/guests';
import { authority } from '#test/support/calendar/push';
import { usePushPerTest } from '#test/support/calendar/use-push';
import { messages } from '#test/support/http/receiver';
import { stageFolder } from '#test/support/run/folders/stage-folder';
import { startProgramServer, type Outcome, type ProgramServer } from '#test/support/stack/run-program';

const given = usePushPerTest();
let data: string;
let programs: ProgramServer;
beforeEach(() => {
  data = stageFolder({ CALENDAR_TABLE: given.table, ALMANAC_LOOPBACK_WEBHOOKS: 'on', LOG: 'off' });
  const trusted = join(data, 'authority.pem');
  writeFileSync(trusted, authority.cert);
  programs = startProgramServer({ NODE_EXTRA_CA_CERTS: trusted });
});
afterEach(() => {
  programs.stop();
});

const discarded = s3DiscardedRecords(bucket);
const channels = (...args: string[]): Promise<Outcome> =>
  programs.run(['lib/cli/channels.ts', ...args, '--data', data]);

describe('npm run channels', () => {
  test('says so when there is nothing to do', async () => {
    expect(await channels('list')).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Nothing waits and nothing was given up. 0 open channels.\n',
    });
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

    const cells = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/));
    const about = ['exists', `events of ${given.alice}`, given.receiver.url, '1'];
    expect(cells).toEqual([
      ['CHANNEL', 'NUMBER', 'STATE', 'WATCHES', 'RECEIVER', 'ATTEMPTS', 'WHAT IS NEXT'],
      ['c', '3', ...about, expect.stringMatching(/^(due now|next attempt in \d s)$/)],
      ['c', '2', ...about, expect.stringMatching(/^given up \d+ (s|min) ago: status 404$/)],
    ]);
    expect(stdout).not.toContain('secret');
    expect(stderr).toBe(
      '1 message waiting, 1 given up, 0 changes put aside, 0 letters set aside. 1 open channel.\nTo try messages and changes again: npm run channels -- retry\n',
    );

    given.receiver.answer(200, 503);
    expect(await channels('retry', 'c')).toMatchObject({
      code: 1,
      stdout: '2 messages of 1 channel: 1 sent, 1 not; see npm run channels -- list.\n',
    });
    expect(messages(given.receiver.received).slice(3)).toEqual(['c 2 exists', 'c 3 exists']);

    given.receiver.answer(200);
    expect(await channels('retry')).toMatchObject({ code: 0, stdout: '1 message of 1 channel: sent.\n' });
    expect(messages(given.receiver.received).slice(5)).toEqual(['c 3 exists']);
    expect((await channels('list')).stdout).toBe('');
  });

  test('lists changes that a function failed on, and works on them again', async () => {
    await signUp(given, given.bob);
    await given.records();
    const event = await addEvent(given, {
      summary: 'Lost and found',
      ...hourFrom('2026-03-10T09:00:00Z'),
      ...inviting(given.bob),
    });
    const atMs = Date.now() - 120_000;
    for (const functionName of ['propagate', 'nobody'])
      await discarded.add({ functionName, atMs, reason: 'RetryAttemptsExhausted', records: await given.records() });
    const copy = () => given.ask('GET', eventsPath('primary', event.id), { as: given.bob });
    expect((await copy()).status).toBe(404);

    const { stdout, stderr } = await channels('list');
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toContainEqual([
      'propagate',
      expect.stringMatching(/^\d$/),
      expect.stringContaining(given.alice),
      'given up 2 min ago: RetryAttemptsExhausted',
    ]);
    expect(stderr).toContain('put aside');

    const retried = await channels('retry');

    expect(retried.stdout).toMatch(/changes? for propagate: done\./);
    expect(retried).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('for nobody: kept, there is no function nobody.'),
    });
    expect((await copy()).status).toBe(200);
    const left = await discarded.list();
    expect(left.map(({ functionName }) => functionName)).toEqual(['nobody']);
    for (const { key } of left) await discarded.remove(key);
  });

  test('lists letters that may have been sent, and sends them again only when told to', async () => {
    const letters = dynamoLetters(documents, given.table, { now: () => new Date() });
    const letter = (id: string, to: string): LetterSetAside => ({
      calendarId: given.alice,
      eventId: 'lunch',
      message: {
        id,
        to,
        replyTo: given.alice,
        subject: 'Invitation: Secret lunch',
        text: 'Come',
        html: '<p>Come</p>',
        calendar: { method: 'REQUEST', content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' },
        date: new Date(),
      },
      reason: 'may have been sent: timeout',
      atMs: Date.now() - 180_000,
    });
    const [first, second] = [
      letter('1f'.repeat(16), 'friend@elsewhere.example'),
      letter('e2'.repeat(16), 'other@elsewhere.example'),
    ];
    for (const one of [first, second]) {
      const begun = await letters.begin(one.message.id, Date.now() + 30_000);
      if (begun.kind === 'ours') await letters.setAside(one, begun.hold);
    }

    const { stdout, stderr } = await channels('list');
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/ {2,}/)),
    ).toEqual([
      ['LETTER', 'TO', 'ABOUT', 'SINCE WHEN AND WHY'],
      ...[first, second].map(({ message }) => [
        message.id,
        message.to,
        `REQUEST of lunch in ${given.alice}`,
        '3 min ago: may have been sent: timeout',
      ]),
    ]);
    expect(stdout).not.toContain('Secret');
    expect(stderr).toContain('2 letters set aside. 0 open channels.\nLetters are not sent again by themselves');

    await channels('retry');
    const sent = (): string[] => (existsSync(join(data, 'outbox')) ? readdirSync(join(data, 'outbox')) : []);
    expect(sent()).toEqual([]);
    expect(await channels('retry', '--letter', second.message.id)).toMatchObject({
      code: 0,
      stdout: `${second.message.id} to other@elsewhere.example: sent.\n`,
    });
    expect(sent().map((name) => /^To: (.*)\r$/m.exec(readFileSync(join(data, 'outbox', name), 'utf8'))?.[1])).toEqual([
      'other@elsewhere.example',
    ]);
    expect((await channels('retry', '--letter', 'all')).stdout).toBe(
      `${first.message.id} to friend@elsewhere.example: sent.\n`,
    );
    expect((await channels('list')).stdout).toBe('');
    expect(sent()).toHaveLength(2);
  });

  test.each([
    ['a letter that there is not', ['retry', '--letter', 'nope'], "No letter 'nope' was set aside"],
    ['no verb', [], 'list or retry'],
    ['a channel that there is not', ['retry', 'nope'], "There is no channel 'nope'"],
  ])('refuses %s with a sentence and exit code 1', async (_name, args, sentence) => {
    const { code, stdout, stderr } = await channels(...args);

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain('    at ');
  });
});
