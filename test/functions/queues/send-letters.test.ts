import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { propagator } from '#functions/streams/propagate';
import { sendDueMailings, sendMailing, sendOnWakeUp } from '#lib/calendar/guests/mail/mailing';
import type { Posting } from '#lib/calendar/guests/mail/posting';
import { newPostTally, type PostTally } from '#lib/calendar/guests/mail/send-once';
import type { WakeUp } from '#lib/calendar/stores/wake-ups';
import { Queue } from '#lib/local/lambda/queues/queue';
import { startSqsEndpoint, type SqsEndpoint } from '#lib/local/lambda/queues/sqs-endpoint';
import type { Handover } from '#lib/mail/handover';
import type { Mailer, Unsent } from '#lib/mail/mailer';
import { sqsWakeUps } from '#lib/stores/sqs/wake-ups';
import { eventsPath, hourFrom, type AnsweredEvent } from '#test/support/calendar/calendar';
import { answer, guestsFixture, inviting, signUp, type GuestsFixture } from '#test/support/calendar/guests';
import { eventually } from '#test/support/eventually';
import { queueOf } from '#test/support/run/test-stage';
import { underRole } from '#test/support/run/under-role';

const definition = queueOf('Letters');
const BUSY: Handover = { kind: 'refused', reason: 'busy', isPassing: true };
const NOON = hourFrom('2026-03-10T11:00:00Z');
const strangers = (count: number, name = 'stranger'): string[] =>
  Array.from({ length: count }, (_, index) => `${name}${String(index)}@elsewhere.example`);

let fixture: GuestsFixture;
let queue: Queue;
let sqs: SqsEndpoint;
let posting: Posting;
let sent: Unsent[];
let errors: string[];
/** What the mail service says to the next letters. */
let outcome: () => Handover | Promise<Handover>;

beforeEach(async () => {
  fixture = await guestsFixture();
  queue = new Queue(definition, fixture.clock);
  sqs = await startSqsEndpoint([queue]);
  [sent, errors, outcome] = [[], [], () => ({ kind: 'taken' })];
  const log = { info: () => undefined, error: (message: string) => void errors.push(message) };
  const mailer: Mailer = {
    isRepeatable: false,
    async send(message) {
      const handover = await outcome();
      if (handover.kind === 'taken') sent.push(message);
      return handover;
    },
  };
  posting = { ...fixture.posting, mailer, log, wakeUps: sqsWakeUps(sqs.urlOf(definition.name), fixture.clock, log) };
  await signUp(fixture, fixture.bob);
  await copy();
});
afterEach(async () => {
  await sqs.stop();
  await fixture.stop();
});

/** What the stream's function does with all that has changed. */
async function copy(): Promise<void> {
  const propagate = propagator({ ...fixture.propagation, sendsMail: true, wakeUps: posting.wakeUps });
  for (let Records = await fixture.records(); Records.length > 0; Records = await fixture.records())
    await propagate({ Records });
}
async function invite(...guests: readonly string[]): Promise<AnsweredEvent> {
  const body = { summary: 'Lunch', ...NOON, ...inviting(...guests) };
  const { body: event } = await fixture.ask<AnsweredEvent>('POST', `${eventsPath()}?sendUpdates=all`, { body });
  await copy();
  return event;
}
const follow = underRole('sendLetters', sendOnWakeUp);
/** What the queue brings now, and what comes of it. */
async function poll(untilMs = Infinity): Promise<PostTally> {
  const tally = newPostTally();
  for (const { id, body } of queue.receive(10)) {
    await follow(JSON.parse(body) as WakeUp, untilMs, tally, posting);
    queue.delete(id);
  }
  return tally;
}
const pass = (seconds: number): void => {
  fixture.clock.pass({ minutes: seconds / 60 });
};
const unfinished = () => posting.stores.mailings.listDue(fixture.clock.now().getTime() + 86_400_000, 10);
const readers = (): string[] => sent.map(({ to }) => to);

describe('letters of one user on one day', () => {
  test('are at most 1,000, of which one to a stranger counts for five; the next day has its own', async () => {
    await invite(...strangers(500));
    expect(await poll()).toEqual({ sent: 200, setAside: 0, again: 0, overCeiling: 300 });
    expect(new Set(readers()).size).toBe(200);
    expect(errors).toEqual(["letters were not sent: the sender's ceiling of the day is reached"]);

    await invite(...strangers(10, 'other'));
    expect(await poll()).toMatchObject({ sent: 0, overCeiling: 10 });

    fixture.clock.pass({ days: 1 });
    await invite(...strangers(10, 'other'));
    expect(await poll()).toMatchObject({ sent: 10, overCeiling: 0 });
  });

  test('go to people of the stage and of the own domain first', async () => {
    posting = { ...posting, lettersPerDay: 8 };
    const [domain = ''] = fixture.alice.split('@').slice(-1);
    await invite(...strangers(3), fixture.bob, `new@${domain}`);

    expect(await poll()).toMatchObject({ sent: 3, overCeiling: 2 });
    expect(readers()).toEqual(expect.arrayContaining([fixture.bob, `new@${domain}`]));
  });

  test('are counted once, however often the change comes and its letters are tried', async () => {
    posting = { ...posting, lettersPerDay: 10 };
    outcome = () => BUSY;
    await invite(...strangers(1));
    await poll();
    for (const seconds of [1, 2]) {
      pass(seconds);
      await poll();
    }
    outcome = () => ({ kind: 'taken' });
    pass(4);
    expect(await poll()).toMatchObject({ sent: 1, overCeiling: 0 });

    await invite(...strangers(1, 'second'));
    expect(await poll()).toMatchObject({ sent: 1, overCeiling: 0 });
  });

  test("leave other users' letters alone", async () => {
    posting = { ...posting, lettersPerDay: 5 };
    await invite(...strangers(2));
    expect(await poll()).toMatchObject({ sent: 1, overCeiling: 1 });

    const body = { summary: 'Dinner', ...NOON, ...inviting(...strangers(1)) };
    await fixture.ask('POST', `${eventsPath()}?sendUpdates=all`, { as: fixture.bob, body });
    await copy();

    expect(await poll()).toMatchObject({ sent: 1, overCeiling: 0 });
  });

  test('have no ceiling where the stage sets none, and an answer counts for one', async () => {
    posting = { ...posting, lettersPerDay: 0 };
    const { id } = await invite(fixture.bob, ...strangers(250));
    expect(await poll()).toMatchObject({ sent: 251, overCeiling: 0 });

    posting = { ...posting, lettersPerDay: 1 };
    await fixture.write(fixture.bob, 'PATCH', id, answer(fixture.bob, 'accepted'), '?sendUpdates=all');
    await copy();
    expect(await poll()).toMatchObject({ sent: 1, overCeiling: 0 });
  });
});

describe('copies of meetings', () => {
  test('arrive while the mail service hangs', async () => {
    const { promise, resolve } = Promise.withResolvers<Handover>();
    outcome = () => promise;
    await invite(...strangers(20));
    const hanging = poll();

    const { id } = await invite(fixture.bob);

    expect((await fixture.read(fixture.bob, id)).summary).toBe('Lunch');
    resolve({ kind: 'taken' });
    expect(await hanging).toMatchObject({ sent: 20 });
  });
});

describe('letters that could not be sent', () => {
  test('are tried again after 1, 2 and 4 seconds, and the others are not', async () => {
    await invite(...strangers(2));
    let calls = 0;
    outcome = () => ((calls += 1) === 1 ? { kind: 'taken' } : BUSY);
    expect(await poll()).toMatchObject({ sent: 1, again: 1 });

    for (const seconds of [1, 2]) {
      pass(seconds - 0.5);
      expect(await poll()).toEqual(newPostTally());
      pass(0.5);
      expect(await poll()).toMatchObject({ sent: 0, again: 1 });
    }
    outcome = () => ({ kind: 'taken' });
    pass(4);

    expect(await poll()).toMatchObject({ sent: 1, again: 0 });
    expect(readers().toSorted()).toEqual(strangers(2));
    expect(await unfinished()).toEqual([]);
  });

  test('are set aside after a day', async () => {
    outcome = () => BUSY;
    await invite(...strangers(1));
    const tally = newPostTally();
    for (let hour = 0; hour < 26; hour += 1) {
      await sendDueMailings(Infinity, tally, posting);
      pass(3_600);
    }

    expect(tally.setAside).toBe(1);
    const [letter] = await posting.stores.letters.listSetAside();
    expect([letter?.message.to, letter?.reason]).toEqual([strangers(1)[0], expect.stringContaining('given up: ')]);
    expect(await unfinished()).toEqual([]);
  });

  test('because there was no time left go out in the next run, at once', async () => {
    await invite(...strangers(20));
    expect(await poll(fixture.clock.now().getTime() - 1)).toMatchObject({ sent: 0 });

    expect(await poll()).toMatchObject({ sent: 20, again: 0 });
  });

  test('because whoever had them stopped before the first are all sent by the next, each once, and marked', async () => {
    await invite(...strangers(3));
    const [mailing] = await unfinished();
    if (mailing === undefined) throw new Error('Nothing was stored.');
    const stopped = new Promise<never>(() => undefined);
    const stores = { ...posting.stores, events: { ...posting.stores.events, view: () => stopped } };
    void sendMailing(mailing, Infinity, newPostTally(), { ...posting, stores });
    await eventually(async () => (await posting.stores.mailings.find(mailing.id))?.revision !== mailing.revision);

    const tally = newPostTally();
    await sendDueMailings(Infinity, tally, posting);
    expect(tally.sent).toBe(0);
    pass(126);
    await sendDueMailings(Infinity, tally, posting);
    pass(126);
    await sendDueMailings(Infinity, tally, posting);

    expect(tally).toEqual({ sent: 3, setAside: 0, again: 0, overCeiling: 0 });
    expect(readers().toSorted()).toEqual(strangers(3));
    for (const { id } of sent) expect((await posting.stores.letters.begin(id, 0)).kind).toBe('settled');
  });

  test('because the queue lost them are found by the schedule', async () => {
    await sqs.stop();
    await invite(...strangers(1));
    sqs = await startSqsEndpoint([queue]);
    expect(queue.receive(10)).toEqual([]);

    await sendDueMailings(Infinity, newPostTally(), posting);

    expect(readers()).toEqual(strangers(1));
  });
});
