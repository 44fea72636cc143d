import { describe, expect, test } from '@jest/globals';
import { watchMeters, type Meter } from '#lib/api/process/meter';
import { openAddress } from '#lib/calendar/ics/feed/addresses';
import { writeFeed } from '#lib/calendar/ics/feed/feed';
import { READ_EVENTS } from '#lib/calendar/scopes';
import { asFunction } from '#lib/local/lambda/iam/enforce';
import { actingAs } from '#lib/runtime/acting-as';
import { calendar } from '#lib/runtime/calendar/serve';
import { addEvent, eventsPath, hourFrom, rulePath, share, storesOn, TUESDAYS } from '#test/support/calendar/calendar';
import { icalAddresses } from '#test/support/calendar/ical-address';
import { useCalendarPerTest } from '#test/support/calendar/use-calendar';

const given = useCalendarPerTest();

const AT_NINE = hourFrom('2026-03-10T09:00:00Z');
const AT_NOON = hourFrom('2026-03-10T12:00:00Z');

const publish = (role: string) => given.ask('POST', rulePath(given.S), { body: { role, scope: { type: 'default' } } });
const publicUrl = async () => String((await icalAddresses(given).manage('GET', given.S)).body.publicUrl);
const titlesAt = async (url: string) => {
  const { events, refusals } = await icalAddresses(given).subscribe(url);
  expect(refusals).toEqual([]);
  return events.map(({ event }) => event.summary).sort();
};

describe('almanac.icalAddresses.download', () => {
  test('a phone with the secret address reads what the owner sees, private events and guests included', async () => {
    const { bob, S } = given;
    const attendees = [{ email: bob }];
    await addEvent(given, { ...AT_NINE, summary: 'Review; with, “signs”', description: 'a\nb', attendees }, S);
    await addEvent(given, { ...AT_NOON, summary: 'Doctor', visibility: 'private' }, S);
    const series = await addEvent(given, TUESDAYS, S);
    await given.ask('DELETE', eventsPath(S, `${series.id}_20260324T130000Z`));
    const { makeSecret, fetch, subscribe } = icalAddresses(given);
    const url = await makeSecret(S);

    const { headers } = await fetch(url);
    const { name, timeZone, events, refusals } = await subscribe(url);

    expect(headers['content-type']).toBe('text/calendar; charset=UTF-8');
    expect([name, timeZone, refusals]).toEqual(['S', 'UTC', []]);
    expect(events.map(({ event }) => event)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          summary: 'Review; with, “signs”',
          description: 'a\nb',
          attendees: expect.arrayContaining([expect.objectContaining({ email: bob })]),
        }),
        expect.objectContaining({ summary: 'Doctor', visibility: 'private' }),
        expect.objectContaining({ summary: 'Tuesdays', recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'] }),
        expect.objectContaining({ status: 'cancelled', iCalUID: series.iCalUID }),
      ]),
    );
  });

  test('the public address shows what the rule for everybody shows: nothing, taken times, or events', async () => {
    await addEvent(given, { ...AT_NINE, summary: 'Concert', location: 'Hall' }, given.S);
    await addEvent(given, { ...AT_NOON, summary: 'Doctor', location: 'Clinic', visibility: 'private' }, given.S);
    await addEvent(given, { ...AT_NOON, summary: 'Reading', transparency: 'transparent' }, given.S);
    const { fetch } = icalAddresses(given);
    const url = await publicUrl();

    expect((await fetch(url)).status).toBe(404);
    await publish('freeBusyReader');
    expect(await titlesAt(url)).toEqual(['Busy', 'Busy']);
    expect((await fetch(url)).text).not.toMatch(/Concert|Hall|Doctor|Clinic|Reading|ORGANIZER|mailto/);
    await publish('reader');
    expect(await titlesAt(url)).toEqual(['Busy', 'Concert', 'Reading']);
    expect((await fetch(url)).text).not.toMatch(/Doctor|Clinic/);
    await publish('none');
    expect((await fetch(url)).status).toBe(404);
  });

  test('304 while nothing has changed, after two reads of the database', async () => {
    const { clock, S } = given;
    const event = await addEvent(given, { ...AT_NINE, summary: 'First' }, S);
    const { makeSecret, fetch } = icalAddresses(given);
    const url = await makeSecret(S);
    const { headers, text } = await fetch(url);
    clock.pass({ days: 3 });

    const meters: Meter[] = [];
    const again = await watchMeters(
      (meter) => meters.push(meter),
      () => fetch(url, { 'if-none-match': String(headers['etag']) }),
    );

    expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', headers['etag']]);
    expect(meters.map(({ roundTrips }) => roundTrips)).toEqual([2]);
    expect((await fetch(url)).text).toBe(text);
    await given.ask('PATCH', eventsPath(S, event.id), { body: { summary: 'Second' } });
    const changed = await fetch(url, { 'if-none-match': String(headers['etag']) });
    expect(changed.status).toBe(200);
    expect(changed.text).toContain('SUMMARY:Second');
  });

  test('404 for a wrong secret, a calendar without one and no calendar at all, in the same words', async () => {
    const { bob, alice, S } = given;
    const { makeSecret, fetch } = icalAddresses(given);
    const url = await makeSecret(S);
    await share(given, S, bob, 'owner');
    const wrong = [
      url.replace(/private-.{4}/, 'private-AAAA'),
      url.replace(/private-[\w-]+/, 'private-'),
      url.replace('private-', 'secret-'),
      url.replace(encodeURIComponent(S), encodeURIComponent(alice)),
      url.replace(encodeURIComponent(S), 'primary'),
      url.replace(encodeURIComponent(S), 'nobody%40example.com'),
      url.replace(encodeURIComponent(S), 'x'.repeat(3000)),
    ];

    const answers = await Promise.all(wrong.map((one) => fetch(one)));

    expect(new Set(answers.map(({ status, text }) => `${String(status)} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
  });

  test('a calendar that was cleared starts again', async () => {
    const { ask, alice } = given;
    await addEvent(given, { ...AT_NINE, summary: 'Gone' });
    const url = await icalAddresses(given).makeSecret(alice);
    await ask('POST', '/calendars/primary/clear');
    await addEvent(given, { ...AT_NINE, summary: 'New' });

    expect(await titlesAt(url)).toEqual(['New']);
  });

  test('of a calendar too large for one answer the last year is sent, or less; series that go on stay', async () => {
    const { S, alice, clock } = given;
    const description = 'x'.repeat(2000);
    await addEvent(given, { ...hourFrom('2024-05-01T09:00:00Z'), summary: 'Long ago', description }, S);
    await addEvent(given, { ...hourFrom('2026-02-20T09:00:00Z'), summary: 'Last month', description }, S);
    await addEvent(given, { ...AT_NINE, summary: 'Now' }, S);
    const start = { dateTime: '2024-01-01T09:00:00', timeZone: 'UTC' };
    const end = { dateTime: '2024-01-01T10:00:00', timeZone: 'UTC' };
    await addEvent(given, { summary: 'Daily', start, end, recurrence: ['RRULE:FREQ=DAILY'] }, S);
    const url = await icalAddresses(given).makeSecret(S);
    const secret = /private-[^/]+/.exec(url)?.[0] ?? '';
    const context = actingAs({ ...calendar, clock, stores: storesOn(clock) }, alice, READ_EVENTS);
    const titles = (maxBytes: number) =>
      asFunction('almanacIcalAddresses', async () => {
        const text = await writeFeed(await openAddress(S, secret, context), maxBytes);
        return [...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title).sort();
      });

    expect(await titles(100_000)).toEqual(['Daily', 'Last month', 'Long ago', 'Now']);
    expect(await titles(4000)).toEqual(['Daily', 'Last month', 'Now']);
    expect(await titles(2000)).toEqual(['Daily', 'Now']);
    await expect(titles(100)).rejects.toMatchObject({ code: 413 });
  });
});
