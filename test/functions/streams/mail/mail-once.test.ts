/** @modules own */
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { DynamoDBRecord } from 'aws-lambda';
import PostalMime from 'postal-mime';
import { propagator } from '#functions/streams/propagate';
import { sendDueMailings } from '#lib/calendar/guests/mail/mailing';
import type { Posting } from '#lib/calendar/guests/mail/posting';
import { newPostTally, reportPost, sendAgain } from '#lib/calendar/guests/mail/send-once';
import type { LetterSetAside } from '#lib/calendar/stores/letters';
import type { Handover } from '#lib/mail/handover';
import { folderMailer, sesMailer, type Mailer } from '#lib/mail/mailer';
import { eventsPath, hourFrom } from '#test/support/calendar/calendar';
import { inviting } from '#test/support/calendar/guests';
import { useOutbox } from '#test/support/calendar/outbox';
import { useGuests } from '#test/support/calendar/use-guests';
import { useSes } from '#test/support/http/ses';

const SENDER = 'Almanac <almanac@calendar.example>';
const READER = 'friend@elsewhere.example';
const outbox = useOutbox();
const fixture = useGuests();
const ses = useSes();
let viaSes: Mailer;

beforeAll(() => {
  process.env['AWS_ENDPOINT_URL_SESV2'] = ses.url;
  viaSes = sesMailer(SENDER, 1_000);
});
beforeEach(() => {
  ses.answer('take');
});
afterEach(async () => {
  ses.arrived.length = 0;
  const { letters } = fixture.posting.stores;
  for (const { message } of await letters.listSetAside()) await letters.markSent(message.id);
});

/** What a process does that dies: nothing more. */
const died = (): Promise<never> => Promise.reject(new Error('died'));

interface Logged {
  readonly message: string;
  readonly fields: object;
}

/** The stream's function and the one that sends, which has its own ideas about what fails. */
function mailing(mailer: Mailer, more: Partial<Posting> = {}) {
  const logged: Logged[] = [];
  const note = (message: string, fields: object = {}): void => void logged.push({ message, fields });
  const posting: Posting = { ...fixture.posting, mailer, log: { info: note, error: note }, ...more };
  /** Answers in how many changes something is left to be sent. */
  const run = async (Records: DynamoDBRecord[]): Promise<number> => {
    await propagator({ ...fixture.propagation, sendsMail: true })({ Records });
    const tally = newPostTally();
    await sendDueMailings(Infinity, tally, posting);
    reportPost(tally, posting.log);
    return (await unfinished()).length;
  };
  return { run, logged };
}

const unfinished = () => fixture.posting.stores.mailings.listDue(fixture.clock.now().getTime() + 86_400_000, 100);

const dyingAt = (verb: 'markSent' | 'release'): Pick<Posting, 'stores'> => {
  const { stores } = fixture.posting;
  return { stores: { ...stores, letters: { ...stores.letters, [verb]: died } } };
};

const passOneSecond = (): void => {
  fixture.clock.pass({ minutes: 1 / 60 });
};

/** An invitation to one reader, as the stream tells of it. */
async function invitation(summary: string): Promise<DynamoDBRecord[]> {
  await fixture.ask('POST', `${eventsPath()}?sendUpdates=all`, {
    body: { summary, ...hourFrom('2026-03-10T11:00:00Z'), ...inviting(READER) },
  });
  return fixture.records();
}

const setAside = () => fixture.posting.stores.letters.listSetAside();
const reasons = async (): Promise<string[]> => (await setAside()).map(({ reason }: LetterSetAside) => reason);

describe('a letter through SES', () => {
  test('leaves once, however often the change is seen', async () => {
    const { run } = mailing(viaSes);
    const Records = await invitation('Once');

    await run(Records);
    await run(Records);

    expect(ses.arrived).toHaveLength(1);
    expect(await setAside()).toEqual([]);
  });

  test.each([
    ['whose answer does not come', 'hang'],
    ['whose answer is cut off', 'reset'],
    ['that SES fails over', { status: 500, name: 'InternalServiceErrorException' }],
  ] as const)('%s is set aside and not handed over again', async (_name, answer) => {
    const { run, logged } = mailing(viaSes);
    const Records = await invitation('Unclear');
    ses.answer(answer, 'take');

    expect(await run(Records)).toBe(0);
    fixture.clock.pass({ minutes: 10 });
    await run(Records);

    expect(ses.arrived).toHaveLength(1);
    expect(await setAside()).toMatchObject([
      {
        calendarId: fixture.alice,
        reason: expect.stringMatching(/^may have been sent: /),
        message: { to: READER, subject: 'Invitation: Unclear' },
      },
    ]);
    expect(logged.map(({ fields }) => fields)).toContainEqual(
      expect.objectContaining({ run: 'send-letters', sent: 0, setAside: 1 }),
    );
  });

  test('that is throttled is handed over again, and counted as sent', async () => {
    const { run, logged } = mailing(viaSes);
    ses.answer({ status: 429, name: 'TooManyRequestsException' }, 'take');

    await run(await invitation('Slow down'));

    expect(ses.arrived).toHaveLength(2);
    expect(await setAside()).toEqual([]);
    expect(logged.map(({ fields }) => fields)).toEqual([expect.objectContaining({ sent: 1, setAside: 0, again: 0 })]);
  });

  test('that SES refuses for good is set aside with the reason', async () => {
    const { run } = mailing(viaSes);
    ses.answer({ status: 400, name: 'MessageRejected' });

    await run(await invitation('Refused'));

    expect(await reasons()).toEqual([expect.stringMatching(/^refused: MessageRejected/)]);
  });

  test('is not sent again when the process dies after handing it over: once its hold is over, it is set aside', async () => {
    const Records = await invitation('Died');
    expect(await mailing(viaSes, dyingAt('markSent')).run(Records)).toBe(1);
    const diedAtMs = fixture.clock.now().getTime();
    passOneSecond();

    expect(await mailing(viaSes).run(Records)).toBe(0);

    expect(fixture.clock.now().getTime() - diedAtMs).toBe(30_000);
    expect(ses.arrived).toHaveLength(1);
    expect(await reasons()).toEqual(['may have been sent: whoever sent it stopped before saying so']);
  });

  test('that somebody hangs over is set aside, and is no longer when that one says at last that it left', async () => {
    const Records = await invitation('Late');
    const [begun, answer] = [Promise.withResolvers<undefined>(), Promise.withResolvers<Handover>()];
    const send = (): Promise<Handover> => {
      begun.resolve(undefined);
      return answer.promise;
    };
    const hanging = mailing({ isRepeatable: false, send }).run(Records);
    await begun.promise;
    expect(await mailing(viaSes).run(Records)).toBe(1);
    expect(await setAside()).toEqual([]);
    // Nobody else works on the change for as long as the function may run.
    fixture.clock.pass({ minutes: 3 });

    await mailing(viaSes).run(Records);
    expect(await setAside()).toHaveLength(1);
    answer.resolve({ kind: 'taken' });
    await hanging;

    expect(await setAside()).toEqual([]);
    await mailing(viaSes).run(Records);
    expect(ses.arrived).toEqual([]);
  });

  test('that found no connection was not sent, and is tried again a second later', async () => {
    const Records = await invitation('No connection');
    const refusing: Mailer = {
      isRepeatable: false,
      send: () => Promise.resolve({ kind: 'refused', reason: 'ECONNREFUSED', isPassing: true }),
    };

    expect(await mailing(refusing).run(Records)).toBe(1);
    passOneSecond();
    await mailing(viaSes).run([]);

    expect(ses.arrived).toHaveLength(1);
    expect(await setAside()).toEqual([]);
  });

  test('that two would send at once is sent by one', async () => {
    const { run } = mailing(viaSes, { wait: () => setTimeout(500) });
    const Records = await invitation('Two at once');

    await Promise.all([run(Records), run(Records), run(Records)]);

    expect(ses.arrived).toHaveLength(1);
  });
});

describe('a letter that was set aside', () => {
  /** As it was handed over, and as it is kept. */
  async function kept(summary: string) {
    ses.answer('hang', 'take');
    const Records = await invitation(summary);
    await mailing(viaSes).run(Records);
    const [letter] = await setAside();
    if (letter === undefined) throw new Error('Nothing was set aside.');
    return { letter, Records };
  }

  test('is sent again when somebody says so, as the very same message, and then no more', async () => {
    const { letter, Records } = await kept('Zmittag für alle');

    expect(await sendAgain(letter, viaSes, fixture.posting)).toBeUndefined();
    await mailing(viaSes).run(Records);

    const [first, second, ...more] = await Promise.all(ses.arrived.map((raw) => PostalMime.parse(raw)));
    expect(more).toEqual([]);
    expect([second?.messageId, second?.date, second?.subject, second?.text]).toEqual([
      first?.messageId,
      first?.date,
      'Invitation: Zmittag für alle',
      first?.text,
    ]);
    expect(await setAside()).toEqual([]);
  });

  test('is sent by one of two who say so', async () => {
    const { letter } = await kept('Two say so');

    const outcomes = await Promise.all([
      sendAgain(letter, viaSes, fixture.posting),
      sendAgain(letter, viaSes, fixture.posting),
    ]);

    expect(outcomes.toSorted()).toEqual(['somebody else is sending it', undefined]);
    expect(ses.arrived).toHaveLength(2);
  });

  test('stays, with the new reason, when it is refused', async () => {
    const { letter } = await kept('Refused again');
    ses.answer({ status: 400, name: 'SendingPausedException' });

    expect(await sendAgain(letter, viaSes, fixture.posting)).toMatch(/^refused: SendingPausedException/);
    expect(await setAside()).toMatchObject([{ reason: expect.stringMatching(/^refused: /), message: letter.message }]);
  });

  test('can be sent after all when whoever was told to send it died', async () => {
    const { letter } = await kept('Died again');
    await expect(sendAgain(letter, viaSes, { ...fixture.posting, ...dyingAt('markSent') })).rejects.toThrow('died');
    const [held] = await setAside();
    expect(held && (await sendAgain(held, viaSes, fixture.posting))).toBe('somebody else is sending it');
    fixture.clock.pass({ minutes: 1 });

    expect(held && (await sendAgain(held, viaSes, fixture.posting))).toBeUndefined();
    expect(await setAside()).toEqual([]);
  });

  test('may be as long as an event can be', async () => {
    const { letters } = fixture.posting.stores;
    const words = Array.from({ length: 9_000 }, () => Math.random().toString(36).slice(2, 12)).join('');
    const message = {
      ...(await kept('Long')).letter.message,
      id: 'f'.repeat(32),
      text: words,
      html: `<p>${words}</p>`,
      calendar: { method: 'REQUEST', content: words.replace(/.{73}/g, '$&\r\n ') },
    };
    const begun = await letters.begin(message.id, fixture.clock.now().getTime());

    if (begun.kind === 'ours')
      await letters.setAside({ calendarId: fixture.alice, eventId: 'e', message, reason: 'long', atMs: 1 }, begun.hold);

    expect((await setAside())[0]).toMatchObject({ atMs: 1, message });
  });
});

describe('a letter into the folder, where the same letter is the same file', () => {
  const folder = folderMailer(outbox.folder, SENDER);

  test.each(['markSent', 'release'] as const)('is written again when the process dies at %s', async (verb) => {
    const Records = await invitation('Not lost');
    const failing: Mailer = verb === 'release' ? { isRepeatable: true, send: died } : folder;
    await mailing(failing, dyingAt(verb)).run(Records);
    passOneSecond();

    await mailing(folder).run(Records);
    await mailing(folder).run(Records);

    expect(await outbox.letters()).toHaveLength(1);
    expect(await setAside()).toEqual([]);
  });

  test('that could not be written is written when its next attempt is due', async () => {
    const Records = await invitation('No room');
    const full: Mailer = { isRepeatable: true, send: () => Promise.reject(new Error('ENOSPC')) };

    expect(await mailing(full).run(Records)).toBe(1);
    await mailing(folder).run([]);
    expect(await outbox.letters()).toEqual([]);
    passOneSecond();
    await mailing(folder).run([]);

    expect(await outbox.letters()).toHaveLength(1);
  });
});
