import { describe, expect, test } from '@jest/globals';
import { askAs, useAlmanac } from '#test/support/stack/use-almanac';

const [alice, bob, carol] = ['alice@example.com', 'bob@example.com', 'carol@example.com'];
const EVENTS = 'calendar/v3/calendars/primary/events';
const almanac = useAlmanac({ clock: { now: '2026-03-02T08:00:00Z', frozen: true } });

const mail = (...minutes: readonly number[]) => ({
  reminders: { useDefault: false, overrides: minutes.map((before) => ({ method: 'email', minutes: before })) },
});
const hourFrom = (start: string, timeZone = 'UTC') => ({
  start: { dateTime: start, timeZone },
  end: { dateTime: new Date(Date.parse(start) + 3_600_000).toISOString(), timeZone },
});
const tea = { summary: 'Tea', ...hourFrom('2026-03-03T10:00:00Z') };

async function ask(who: string, ...request: Parameters<typeof askAs>[2]): Promise<Record<string, unknown>> {
  const { status, body } = await askAs(almanac.current, who, request);
  if (status >= 300) throw new Error(JSON.stringify(body));
  return body;
}
const add = async (body: object, who = alice): Promise<string> => String((await ask(who, 'POST', EVENTS, body))['id']);
const change = (id: string, body: object, who = alice) => ask(who, 'PATCH', `${EVENTS}/${id}`, body);
const moveTo = (moment: string) => almanac.current.clock.set(moment, { frozen: true });

/** Who was reminded of what, and for when it was due. */
async function reminded(): Promise<string[]> {
  const letters = (await almanac.current.outbox()).filter(({ subject }) => subject.startsWith('Reminder: '));
  return letters.map(({ to, subject, date }) => `${date} ${to.join()} ${subject.slice('Reminder: '.length)}`);
}

describe('a reminder by mail', () => {
  test('comes once, when its time has come, and says what is on', async () => {
    await add({ ...tea, location: 'Garden', description: 'With <b>cake</b>', ...mail(10) });
    await moveTo('2026-03-03T09:49:59Z');
    expect(await reminded()).toEqual([]);

    await moveTo('2026-03-03T09:50:00Z');
    const [letter, ...others] = await almanac.current.outbox();
    expect(others).toEqual([]);
    expect(letter).toMatchObject({ to: [alice], subject: 'Reminder: Tea', date: '2026-03-03T09:50:00.000Z' });
    expect(letter?.text).toMatch(/When: Tuesday,? 3 March 2026, 10:00 to 11:00 \(UTC\)\nWhere: Garden\n/);
    expect(letter?.text).toContain('With cake');

    await moveTo('2026-03-03T09:51:00Z');
    await almanac.current.clock.advance('P1M');
    expect(await reminded()).toHaveLength(1);
  });

  test('is one letter for each time before the event, and none for those that clients show', async () => {
    const overrides = [...mail(10, 1440).reminders.overrides, { method: 'popup', minutes: 5 }];
    await add({ ...tea, reminders: { useDefault: false, overrides } });
    await add({ ...tea, summary: 'Shown' });
    await almanac.current.clock.advance('P1M');
    expect(await reminded()).toEqual([
      `2026-03-02T10:00:00.000Z ${alice} Tea`,
      `2026-03-03T09:50:00.000Z ${alice} Tea`,
    ]);
  });

  test('follows an event that is put off, and is gone with one that is deleted or has no reminder any more', async () => {
    const [moved, deleted, silenced] = await Promise.all(
      ['Moved', 'Deleted', 'Silenced'].map((summary) => add({ ...tea, summary, ...mail(10) })),
    );
    await change(moved ?? '', hourFrom('2026-03-05T10:00:00Z'));
    await change(silenced ?? '', { reminders: { useDefault: true } });
    await ask(alice, 'DELETE', `${EVENTS}/${deleted ?? ''}`);
    await almanac.current.clock.advance('P1M');
    expect(await reminded()).toEqual([`2026-03-05T09:50:00.000Z ${alice} Moved`]);
  });

  test('comes again for the new time of an event that is put off after it', async () => {
    const id = await add({ ...tea, ...mail(10) });
    await moveTo('2026-03-03T09:55:00Z');
    await change(id, hourFrom('2026-03-03T12:00:00Z'));
    await moveTo('2026-03-03T12:00:00Z');
    expect(await reminded()).toEqual([
      `2026-03-03T09:50:00.000Z ${alice} Tea`,
      `2026-03-03T11:50:00.000Z ${alice} Tea`,
    ]);
  });

  test('is not sent when it was set too late', async () => {
    await moveTo('2026-03-03T09:55:00Z');
    await add({ ...tea, ...mail(10) });
    await almanac.current.clock.advance('PT10M');
    expect(await reminded()).toEqual([]);
  });

  test('of a day counts from midnight in the zone of the calendar', async () => {
    await ask(alice, 'PATCH', 'calendar/v3/calendars/primary', { timeZone: 'America/New_York' });
    await add({ summary: 'Fair', start: { date: '2026-03-04' }, end: { date: '2026-03-05' }, ...mail(60) });
    await almanac.current.clock.advance('P1M');
    expect(await reminded()).toEqual([`2026-03-04T04:00:00.000Z ${alice} Fair`]);
  });

  test('follows the clock when it is set back', async () => {
    await add({ ...tea, ...mail(10) });
    await almanac.current.clock.advance('P1Y');
    await moveTo('2026-02-01T08:00:00Z');
    await add({ ...tea, summary: 'Earlier', ...hourFrom('2026-02-03T10:00:00Z'), ...mail(10) });
    await almanac.current.clock.advance('P1M');
    expect(await reminded()).toEqual([
      `2026-02-03T09:50:00.000Z ${alice} Earlier`,
      `2026-03-03T09:50:00.000Z ${alice} Tea`,
    ]);
  });
});

describe('a series', () => {
  const daily = { ...tea, summary: 'Standup', recurrence: ['RRULE:FREQ=DAILY'], ...mail(10) };

  test('has a letter for every occurrence of a month, with those that were moved at their new time', async () => {
    const id = await add(daily);
    await change(`${id}_20260305T100000Z`, hourFrom('2026-03-05T16:00:00Z'));
    await change(`${id}_20260306T100000Z`, { status: 'cancelled' });
    await change(`${id}_20260307T100000Z`, mail());
    await change(`${id}_20260308T100000Z`, mail(60));
    await almanac.current.clock.advance('P1M');

    const days = Array.from({ length: 30 }, (_, index) => new Date(Date.UTC(2026, 2, 3 + index, 9, 50)).toISOString());
    const expected = days
      .filter((day) => !/03-0[67]/.test(day))
      .map((day) => day.replace('05T09:50', '05T15:50').replace('08T09:50', '08T09:00'));
    expect(await reminded()).toEqual(expected.map((day) => `${day} ${alice} Standup`));
  });

  test('goes on after a pause, and has the rest of its letters', async () => {
    await add({ ...daily, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] });
    for (let week = 0; week < 5; week += 1) await almanac.current.clock.advance('P7D');
    expect(await reminded()).toEqual(['03', '10', '17'].map((day) => `2026-03-${day}T09:50:00.000Z ${alice} Standup`));
  });
});

describe('reminders of the calendar', () => {
  const setDefaults = (defaultReminders: readonly object[], who = alice) =>
    ask(who, 'PATCH', 'calendar/v3/users/me/calendarList/primary', { defaultReminders });

  test('hold for events from before and after, unless an event has its own', async () => {
    await add({ ...tea, summary: 'Before' });
    await setDefaults([{ method: 'email', minutes: 30 }]);
    await add({ ...tea, summary: 'After', ...hourFrom('2026-03-03T11:00:00Z') });
    await add({ ...tea, summary: 'Own', ...mail(5) });
    await add({ ...tea, summary: 'None', reminders: { useDefault: false } });
    await almanac.current.clock.advance('P2D');
    expect(await reminded()).toEqual([
      `2026-03-03T09:30:00.000Z ${alice} Before`,
      `2026-03-03T09:55:00.000Z ${alice} Own`,
      `2026-03-03T10:30:00.000Z ${alice} After`,
    ]);
  });

  test('end when they are shown by clients again, and when the calendar is cleared', async () => {
    await setDefaults([{ method: 'email', minutes: 30 }]);
    await setDefaults([{ method: 'email', minutes: 30 }], bob);
    await add(tea);
    await add(tea, bob);
    await setDefaults([{ method: 'popup', minutes: 30 }]);
    await ask(bob, 'POST', 'calendar/v3/calendars/primary/clear');
    await almanac.current.clock.advance('P2D');
    expect(await reminded()).toEqual([]);
  });

  test('of a calendar that somebody shares come to those who have it on their list, while they may see it', async () => {
    const calendars = 'calendar/v3/calendars';
    const { id } = await ask(alice, 'POST', calendars, { summary: 'Team' });
    const team = `${calendars}/${String(id)}`;
    await ask(alice, 'POST', `${team}/acl`, { role: 'reader', scope: { type: 'user', value: bob } });
    const entry = { id, defaultReminders: [{ method: 'email', minutes: 30 }] };
    await ask(bob, 'POST', 'calendar/v3/users/me/calendarList', entry);
    await ask(alice, 'POST', `${team}/events`, tea);
    await moveTo('2026-03-03T09:30:00Z');
    expect(await reminded()).toEqual([`2026-03-03T09:30:00.000Z ${bob} Tea`]);

    await ask(alice, 'POST', `${team}/events`, { ...tea, ...hourFrom('2026-03-04T10:00:00Z') });
    await ask(alice, 'DELETE', `${team}/acl/user:${bob}`);
    await almanac.current.clock.advance('P2D');
    expect(await reminded()).toHaveLength(1);
  });
});

describe('guests', () => {
  const invite = (...attendees: readonly object[]) => add({ ...tea, ...mail(10), attendees });

  test('have reminders of their own', async () => {
    await ask(bob, 'GET', EVENTS);
    const id = await invite({ email: bob });
    await almanac.current.outbox();
    await change(id, mail(20), bob);
    await almanac.current.clock.advance('P2D');
    expect(await reminded()).toEqual([`2026-03-03T09:40:00.000Z ${bob} Tea`, `2026-03-03T09:50:00.000Z ${alice} Tea`]);
  });

  test('who declined are not reminded, nor those who want it for what they have answered only', async () => {
    const settings = { remindOnRespondedEventsOnly: 'true' };
    await almanac.current.seed({ users: [{ email: bob }, { email: carol, settings }] });
    const id = await invite({ email: bob }, { email: carol });
    await almanac.current.outbox();
    await change(id, { ...mail(20), attendees: [{ email: bob, responseStatus: 'declined' }] }, bob);
    await change(id, mail(20, 15), carol);
    await moveTo('2026-03-03T09:42:00Z');
    expect(await reminded()).toEqual([]);

    await change(id, { attendees: [{ email: carol, responseStatus: 'accepted' }] }, carol);
    await almanac.current.clock.advance('P2D');
    expect(await reminded()).toEqual([
      `2026-03-03T09:45:00.000Z ${carol} Tea`,
      `2026-03-03T09:50:00.000Z ${alice} Tea`,
    ]);
  });

  test('lose the reminder with a meeting that is called off', async () => {
    await ask(bob, 'GET', EVENTS);
    const id = await invite({ email: bob });
    await almanac.current.outbox();
    await change(id, mail(20), bob);
    await ask(alice, 'DELETE', `${EVENTS}/${id}`);
    await almanac.current.clock.advance('P2D');
    expect(await reminded()).toEqual([]);
  });
});
