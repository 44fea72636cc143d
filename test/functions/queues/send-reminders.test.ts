import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { propagator } from '#functions/streams/propagate';
import type { Posting } from '#lib/calendar/guests/mail/posting';
import { newPostTally, type PostTally } from '#lib/calendar/guests/mail/send-once';
import { sendDueReminders } from '#lib/calendar/guests/reminders/send-due';
import type { Handover } from '#lib/mail/handover';
import type { Unsent } from '#lib/mail/mailer';
import { dynamoPulls } from '#lib/stores/dynamodb/calendar/pulls';
import { documents } from '#lib/stores/dynamodb/client/client';
import { UpdateCommand } from '#lib/stores/dynamodb/client/commands';
import { rewriteCalendarItem } from '#lib/stores/dynamodb/rewrite/calendar-items';
import { rewriteTable } from '#lib/stores/dynamodb/rewrite/rewrite-table';
import { eventsPath, hourFrom, listPath, type AnsweredEvent } from '#test/support/calendar/calendar';
import { guestsFixture, type GuestsFixture } from '#test/support/calendar/guests';
import { itemsOf } from '#test/support/database/former-forms';
import { underRole } from '#test/support/run/under-role';

const BUSY: Handover = { kind: 'refused', reason: 'busy', isPassing: true };
const MAIL = { reminders: { useDefault: false, overrides: [{ method: 'email', minutes: 10 }] } };
const DAILY = { recurrence: ['RRULE:FREQ=DAILY'] };
const UTC = { timeZone: 'UTC' };
const start = { dateTime: '2026-03-02T10:00:00Z', ...UTC };
const TEA = { summary: 'Tea', start, end: { dateTime: '2026-03-02T11:00:00Z', ...UTC } };

let fixture: GuestsFixture;
let posting: Posting;
let sent: Unsent[];
let errors: string[];
/** What the mail service says to the next letters. */
let outcome: () => Handover;

beforeEach(async () => {
  fixture = await guestsFixture();
  [sent, errors, outcome] = [[], [], () => ({ kind: 'taken' })];
  posting = {
    ...fixture.posting,
    log: { info: () => undefined, error: (message) => void errors.push(message) },
    mailer: {
      isRepeatable: false,
      send(message) {
        const handover = outcome();
        if (handover.kind === 'taken') sent.push(message);
        return Promise.resolve(handover);
      },
    },
  };
});
afterEach(() => fixture.stop());

const send = underRole('sendLetters', sendDueReminders);
async function run(): Promise<PostTally> {
  const tally = newPostTally();
  await send(Infinity, tally, posting);
  return tally;
}
const watches = () => posting.stores.reminders.listOf(fixture.alice);
async function add(body: object): Promise<string> {
  const { body: event } = await fixture.ask<AnsweredEvent>('POST', eventsPath(), { body: { ...TEA, ...body } });
  await fixture.settle();
  return event.id;
}

describe('what is due', () => {
  test('is sent once, though two runs begin at once, the stream tells twice and another run follows', async () => {
    const Records: Parameters<ReturnType<typeof propagator>>[0]['Records'] = [];
    await fixture.ask('POST', eventsPath(), { body: { ...TEA, ...MAIL } });
    Records.push(...(await fixture.records()));
    const propagate = underRole('propagate', propagator(fixture.propagation));
    await propagate({ Records });
    fixture.clock.pass({ minutes: 110 });
    await Promise.all([run(), run()]);
    expect(sent.map(({ to, subject }) => `${to} ${subject}`)).toEqual([`${fixture.alice} Reminder: Tea`]);

    await propagate({ Records });
    fixture.clock.pass({ minutes: 1 });
    await run();
    expect(sent).toHaveLength(1);
  });

  test('is tried again when the mail service is busy, and only what was not taken', async () => {
    await add(MAIL);
    await add({ ...MAIL, summary: 'Cake' });
    fixture.clock.pass({ minutes: 110 });
    let letters = 0;
    outcome = () => ((letters += 1) === 1 ? { kind: 'taken' } : BUSY);
    expect(await run()).toMatchObject({ sent: 1, again: 1 });
    expect(errors).toEqual(['reminders will be tried again']);

    outcome = () => ({ kind: 'taken' });
    fixture.clock.pass({ minutes: 1 });
    expect(await run()).toMatchObject({ sent: 1, again: 0 });
    expect(sent.map(({ subject }) => subject).toSorted()).toEqual(['Reminder: Cake', 'Reminder: Tea']);
  });

  test('after a pause is what is not over yet', async () => {
    await add({ ...MAIL, ...DAILY });
    fixture.clock.pass({ days: 9, minutes: 150 });
    await run();
    expect(sent.map(({ date }) => date.toISOString())).toEqual(['2026-03-11T09:50:00.000Z']);
  });

  test('counts among the letters of the person, of which a day has so many', async () => {
    posting = { ...posting, lettersPerDay: 1 };
    await add(MAIL);
    await add({ ...MAIL, summary: 'Cake' });
    fixture.clock.pass({ minutes: 110 });
    expect(await run()).toMatchObject({ sent: 1, overCeiling: 1 });
    expect(errors).toEqual(["reminders were not sent: the person's ceiling of the day is reached"]);
    fixture.clock.pass({ minutes: 1 });
    expect(await run()).toMatchObject({ sent: 0, overCeiling: 0 });
  });

  test('is left to the service that somebody is still pulled from', async () => {
    const pulls = dynamoPulls(documents, fixture.table);
    const person = { email: fixture.alice, from: 'https://calendar.example/', startedAtMs: 0 };
    await pulls.put(person);
    await add({ ...MAIL, ...DAILY });
    fixture.clock.pass({ minutes: 110 });
    await run();
    expect(sent).toEqual([]);

    await pulls.put({ ...person, finishedAtMs: fixture.clock.now().getTime() });
    fixture.clock.pass({ days: 1 });
    await run();
    expect(sent.map(({ date }) => date.toISOString())).toEqual(['2026-03-03T09:50:00.000Z']);
  });
});

describe('a calendar', () => {
  const isFollowed = async () =>
    (await fixture.stores.calendars.view(fixture.alice, undefined, [])).calendar?.remindsByMail;

  test('costs nothing where nobody is mailed', async () => {
    await add({ reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 10 }] } });
    expect([await watches(), await isFollowed()]).toEqual([[], undefined]);
  });

  test('is followed while somebody is mailed', async () => {
    const defaults = (method: string) =>
      fixture.ask('PATCH', listPath('primary'), { body: { defaultReminders: [{ method, minutes: 10 }] } });
    await defaults('email');
    await fixture.settle();
    expect([(await watches()).length, await isFollowed()]).toEqual([1, 1]);

    await defaults('popup');
    fixture.clock.pass({ days: 8 });
    await run();
    await add(hourFrom('2026-03-20T10:00:00Z'));
    expect([await watches(), await isFollowed()]).toEqual([[], undefined]);
  });

  test('of an earlier version is followed once it was rewritten', async () => {
    await fixture.ask('PATCH', listPath('primary'), { body: { defaultReminders: MAIL.reminders.overrides } });
    await fixture.ask('POST', eventsPath(), { body: { ...TEA, ...MAIL } });
    await fixture.records();
    const TableName = fixture.table;
    for (const { pk, sk } of (await itemsOf(TableName)).filter(({ remindsByMail }) => remindsByMail !== undefined))
      await documents.send(new UpdateCommand({ TableName, Key: { pk, sk }, UpdateExpression: 'REMOVE remindsByMail' }));
    await fixture.settle();
    expect(await watches()).toEqual([]);

    const [{ rewritten } = {}] = await Array.fromAsync(rewriteTable(documents, TableName, rewriteCalendarItem));
    await fixture.settle();
    fixture.clock.pass({ minutes: 110 });
    await run();
    expect([rewritten, sent.length]).toEqual([2, 1]);
  });
});
