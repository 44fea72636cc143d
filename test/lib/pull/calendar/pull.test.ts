/** Moving in: a second Almanac is the service that people come from. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { insertEvent } from '#lib/calendar/events/write/insert-event';
import { concernsOthers } from '#lib/calendar/guests/changed-meetings';
import { isMailed } from '#lib/calendar/guests/mail/post';
import type { EventResource } from '#lib/calendar/resources/event';
import { SCOPE } from '#lib/calendar/scopes';
import { PersonIsLeased } from '#lib/pull/calendar/lease';
import type { CalendarUpstream } from '#lib/pull/calendar/pull-context';
import { UpstreamError } from '#lib/pull/http/upstream-error';
import { actingAs } from '#lib/runtime/acting-as';
import { calendar } from '#lib/runtime/calendar/serve';
import { pulls } from '#lib/runtime/pull/calendar';
import { readItemChange } from '#lib/stores/dynamodb/calendar/streams/event-records';
import { readChange } from '#lib/stores/dynamodb/calendar/streams/table-changes';
import { startAlmanac, type Almanac } from '#lib/testing/start-almanac';
import { someone } from '#test/support/people';
import { itemsOf, recordsBetween } from '#test/support/pull/records';
import { compare, here, personAt, pull, type PersonThere } from '#test/support/pull/upstream';

let there: Almanac;
beforeAll(async () => {
  there = await startAlmanac({ services: ['calendar'] });
});
afterAll(() => there.stop());

const newcomer = (): Promise<PersonThere> => personAt(there, someone('mover'));

const hour = (start: string, timeZone = 'Europe/Zurich') => {
  const at = (ms: number) => ({ dateTime: new Date(Date.parse(start) + ms).toISOString(), timeZone });
  return { start: at(0), end: at(3_600_000) };
};

const EVENTS = 'calendars/primary/events';

const insertHere = (email: string, body: EventResource): Promise<EventResource> =>
  insertEvent(
    { permission: 'events.insert', calendarId: 'primary', body },
    actingAs(calendar, email, [SCOPE.calendar]),
  );

describe('pull', () => {
  test('copies what a person has, with ids, times of creation and sequence, and both sides agree', async () => {
    const ann = await newcomer();
    const guest = someone('guest');
    const { id: team } = await ann.ask<{ id: string }>('POST', 'calendars', {
      summary: 'Team',
      description: 'Ours',
      timeZone: 'America/New_York',
    });
    await ann.ask('PATCH', `users/me/calendarList/${team}`, {
      summaryOverride: 'My team',
      colorId: '3',
      defaultReminders: [{ method: 'popup', minutes: 5 }],
    });
    await ann.ask('POST', `calendars/${team}/acl`, { role: 'reader', scope: { type: 'user', value: guest } });
    await ann.ask('PATCH', 'calendars/primary', { timeZone: 'Europe/Zurich', summary: 'Ann' });
    const single = await ann.ask<EventResource>('POST', `${EVENTS}?supportsAttachments=true&conferenceDataVersion=1`, {
      ...hour('2026-03-10T09:00:00Z'),
      summary: 'Plan',
      description: 'Long '.repeat(100),
      attendees: [{ email: guest, responseStatus: 'accepted', comment: 'yes', optional: true }],
      reminders: { useDefault: false, overrides: [{ method: 'email', minutes: 60 }] },
      attachments: [{ fileUrl: 'https://files.example.com/a', title: 'A' }],
      extendedProperties: { private: { a: '1' }, shared: { b: '2' } },
      conferenceData: { createRequest: { requestId: 'r1' } },
      source: { url: 'https://source.example.com/', title: 'Source' },
      guestsCanModify: true,
      visibility: 'private',
      colorId: '5',
    });
    await ann.ask('PATCH', `${EVENTS}/${single.id ?? ''}`, { location: 'Room 1' });
    const series = await ann.ask<EventResource>('POST', EVENTS, {
      ...hour('2026-03-03T09:00:00Z'),
      summary: 'Weekly',
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=6'],
      reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 1 }] },
    });
    const { items: instances = [] } = await ann.ask<{ items: EventResource[] }>(
      'GET',
      `${EVENTS}/${series.id ?? ''}/instances`,
    );
    await ann.ask('PATCH', `${EVENTS}/${instances[1]?.id ?? ''}`, {
      summary: 'Weekly, moved',
      ...hour('2026-03-11T10:00:00Z'),
      reminders: { useDefault: true },
    });
    await ann.ask('DELETE', `${EVENTS}/${instances[2]?.id ?? ''}`);
    await ann.ask('POST', `calendars/${team}/events`, {
      summary: 'Day',
      start: { date: '2026-03-03' },
      end: { date: '2026-03-05' },
    });

    const result = await pull(there, ann);

    expect(result).toMatchObject({ isComplete: true, untaken: [] });
    expect(await compare(ann)).toEqual({ events: 5, differences: [] });
    const taken = await here(ann.email).get<EventResource>(`${EVENTS}/${single.id ?? ''}`);
    expect(taken).toMatchObject({ id: single.id, iCalUID: single.iCalUID, created: single.created, sequence: 1 });
    const again = await pull(there, ann);
    expect(again).toMatchObject({ changed: 0, events: 0 });
  });

  test('run again, takes only what has changed', async () => {
    const ann = await newcomer();
    const kept = await ann.ask<EventResource>('POST', EVENTS, { ...hour('2026-03-10T09:00:00Z'), summary: 'Kept' });
    const changed = await ann.ask<EventResource>('POST', EVENTS, { ...hour('2026-03-10T10:00:00Z'), summary: 'Old' });
    const gone = await ann.ask<EventResource>('POST', EVENTS, { ...hour('2026-03-10T11:00:00Z'), summary: 'Gone' });
    const series = await ann.ask<EventResource>('POST', EVENTS, {
      ...hour('2026-03-03T09:00:00Z'),
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=6'],
    });
    const instance = (day: string): string => `${EVENTS}/${series.id ?? ''}_202603${day}T090000Z`;
    await ann.ask('PATCH', instance('10'), { summary: 'An exception' });
    await ann.ask('DELETE', instance('17'));
    const { id: temporary } = await ann.ask<{ id: string }>('POST', 'calendars', { summary: 'Temporary' });
    await pull(there, ann);
    expect(await compare(ann)).toMatchObject({ differences: [] });

    await ann.ask('PATCH', `${EVENTS}/${changed.id ?? ''}`, {
      summary: 'New',
      reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 3 }] },
    });
    await ann.ask('DELETE', `${EVENTS}/${gone.id ?? ''}`);
    await ann.ask('PATCH', `${EVENTS}/${series.id ?? ''}`, { ...hour('2026-03-03T12:00:00Z'), summary: 'Later' });
    await ann.ask('DELETE', `calendars/${temporary}`);
    await ann.ask('POST', 'calendars/primary/acl', { role: 'writer', scope: { type: 'user', value: someone('eve') } });

    expect(await compare(ann)).toMatchObject({
      differences: expect.arrayContaining([
        { what: 'event', id: gone.id, calendarId: ann.email, is: 'here' },
        { what: 'event', id: changed.id, calendarId: ann.email, is: 'different', fields: ['reminders', 'summary'] },
        { what: 'entry', id: temporary, is: 'here' },
      ]),
    });
    const { events } = await pull(there, ann);

    expect(events).toBeLessThan(8);
    expect(await compare(ann)).toMatchObject({ events: 4, differences: [] });
    expect(await here(ann.email).get(`${EVENTS}/${kept.id ?? ''}`)).toMatchObject({ summary: 'Kept' });
  });

  test('a token that is refused means everything again: what is gone there goes, what is only here stays', async () => {
    const ann = await newcomer();
    const [stays, goes] = await Promise.all(
      ['Stays', 'Goes'].map((summary) =>
        ann.ask<EventResource>('POST', EVENTS, { ...hour('2026-03-10T09:00:00Z'), summary }),
      ),
    );
    await pull(there, ann);
    const own = await insertHere(ann.email, { ...hour('2026-03-10T09:00:00Z'), summary: 'Made here' });
    await ann.ask('DELETE', `${EVENTS}/${goes?.id ?? ''}`);
    let isRefused = false;
    const forgetful: CalendarUpstream = {
      get: (path, query) => {
        if (query?.['syncToken'] === undefined) return ann.upstream.get(path, query);
        isRefused = true;
        return Promise.reject(new UpstreamError('Sync token is no longer valid', 410, 'fullSyncRequired'));
      },
    };

    await pull(there, { ...ann, upstream: forgetful });

    expect(isRefused).toBe(true);
    const { items } = await here(ann.email).get<{ items: EventResource[] }>(EVENTS);
    expect(items.map(({ id }) => id).toSorted()).toEqual([own.id, stays?.id].toSorted());
  });

  test('a failure that is no refusal of the token ends the pull: nothing is read again, and the next one goes on', async () => {
    const ann = await newcomer();
    await ann.ask('POST', EVENTS, { ...hour('2026-03-10T09:00:00Z'), summary: 'Before' });
    await pull(there, ann);
    await ann.ask('POST', EVENTS, { ...hour('2026-03-10T09:00:00Z'), summary: 'After' });
    const busy = new UpstreamError('Backend Error', 503, 'backendError');
    const lists: unknown[] = [];
    const failing: CalendarUpstream = {
      get: (path, query) => {
        if (!path.endsWith('/events')) return ann.upstream.get(path, query);
        lists.push(typeof query?.['syncToken']);
        return Promise.reject(busy);
      },
    };

    await expect(pull(there, { ...ann, upstream: failing })).rejects.toBe(busy);

    expect(lists).toEqual(['string']);
    expect(await pull(there, ann)).toMatchObject({ events: 1, isComplete: true });
    expect(await compare(ann)).toEqual({ events: 2, differences: [] });
  });

  test('a calendar that is deleted there goes here, and not one that cannot be asked for', async () => {
    const ann = await newcomer();
    const { id: team } = await ann.ask<{ id: string }>('POST', 'calendars', { summary: 'Team' });
    await ann.ask('POST', `calendars/${team}/events`, { ...hour('2026-03-10T09:00:00Z'), summary: 'Plan' });
    await pull(there, ann);
    await ann.ask('DELETE', `calendars/${team}`);
    const busy = new UpstreamError('Backend Error', 503, 'backendError');
    const failing: CalendarUpstream = {
      get: (path, query) =>
        path === `calendars/${encodeURIComponent(team)}` ? Promise.reject(busy) : ann.upstream.get(path, query),
    };

    await expect(pull(there, { ...ann, upstream: failing })).rejects.toBe(busy);
    const { items } = await here(ann.email).get<{ items: EventResource[] }>(`calendars/${team}/events`);
    expect(items.map(({ summary }) => summary)).toEqual(['Plan']);

    await pull(there, ann);
    await expect(here(ann.email).get(`calendars/${team}`)).rejects.toMatchObject({ code: 404 });
  });

  test('people keep the names that events give them', async () => {
    const ann = await newcomer();
    const { id = '' } = await ann.ask<EventResource>('POST', `${EVENTS}/import`, {
      ...hour('2026-03-10T09:00:00Z'),
      iCalUID: 'named@elsewhere.example',
      organizer: { email: 'eve@elsewhere.example', displayName: 'Eve' },
      attendees: [{ email: ann.email }],
    });

    await pull(there, ann);

    const { organizer } = await here(ann.email).get<EventResource>(`${EVENTS}/${id}`);
    expect(organizer).toMatchObject({ email: 'eve@elsewhere.example', displayName: 'Eve' });
  });

  test('exceptions may come before their series, and what breaks a rule is listed until it does not', async () => {
    const ann = await newcomer();
    const series = await ann.ask<EventResource>('POST', EVENTS, {
      ...hour('2026-03-03T09:00:00Z'),
      recurrence: ['RRULE:FREQ=DAILY;COUNT=9'],
    });
    for (const day of ['04', '05', '06'])
      await ann.ask('PATCH', `${EVENTS}/${series.id ?? ''}_202603${day}T090000Z`, { summary: `On ${day}` });
    const odd = await ann.ask<EventResource>('POST', EVENTS, { ...hour('2026-03-10T09:00:00Z'), summary: 'Odd' });
    let isOdd = true;
    const reversed: CalendarUpstream = {
      async get<T>(path: string, query?: Record<string, string | number | boolean | undefined>) {
        const answer = await ann.upstream.get<T & { items?: EventResource[] }>(path, { ...query, maxResults: 2 });
        if (isOdd && path.endsWith('/events'))
          for (const row of answer.items ?? []) if (row.id === odd.id) row.colorId = '99';
        answer.items?.reverse();
        return answer;
      },
    };

    const first = await pull(there, { ...ann, upstream: reversed });

    expect(first.untaken).toEqual([{ what: 'event', id: odd.id, calendarId: ann.email, reason: 'Invalid color id.' }]);
    expect((await pull(there, { ...ann, upstream: reversed })).untaken).toHaveLength(1);
    isOdd = false;
    await ann.ask('PATCH', `${EVENTS}/${odd.id ?? ''}`, { location: 'Elsewhere' });
    expect((await pull(there, { ...ann, upstream: reversed })).untaken).toEqual([]);
    expect(await compare(ann)).toEqual({ events: 5, differences: [] });
  });

  test('a calendar that somebody shares is on the list once its owner has moved in', async () => {
    const [ann, bob] = await Promise.all([newcomer(), newcomer()]);
    const { id: team } = await ann.ask<{ id: string }>('POST', 'calendars', { summary: 'Team' });
    await ann.ask('POST', `calendars/${team}/acl`, { role: 'reader', scope: { type: 'user', value: bob.email } });
    await bob.ask('POST', 'users/me/calendarList', { id: team, summaryOverride: 'Theirs' });

    expect((await pull(there, bob)).untaken).toMatchObject([{ what: 'entry', id: team }]);
    await pull(there, ann);
    expect((await pull(there, bob)).untaken).toEqual([]);
    expect(await compare(bob)).toMatchObject({ differences: [] });
    await bob.ask('DELETE', `users/me/calendarList/${team}`);
    await pull(there, bob);
    expect(await compare(bob)).toMatchObject({ differences: [] });
  });

  test('one process at a time, in the name of the person, and not after the switch', async () => {
    const [ann, bob] = await Promise.all([newcomer(), newcomer()]);
    await pull(there, ann);
    await pulls.lease({ email: ann.email, holder: 'other', nowMs: Date.now(), untilMs: Date.now() + 60_000 });

    await expect(pull(there, ann)).rejects.toThrow(PersonIsLeased);
    await pull(there, ann, { abandoned: 'other' });
    await expect(pull(there, { email: ann.email, upstream: bob.upstream })).rejects.toThrow(
      `The credentials are those of ${bob.email}, not of ${ann.email}.`,
    );
    await expect(pull(there, ann, { from: 'https://elsewhere.example.com/' })).rejects.toThrow('was pulled from');
    const person = await pulls.find(ann.email);
    await pulls.put({ email: '', from: '', startedAtMs: 0, ...person, finishedAtMs: Date.now() });
    await expect(pull(there, ann)).rejects.toThrow('is switched over');
  });
});

describe('what a pull writes', () => {
  test('reaches neither channels nor guests nor mail', async () => {
    const ann = await newcomer();
    const guest = someone('guest');
    await ann.ask('POST', `${EVENTS}?sendUpdates=all`, {
      ...hour('2026-03-10T09:00:00Z'),
      attendees: [{ email: guest }],
      reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 3 }] },
    });
    const { id: team } = await ann.ask<{ id: string }>('POST', 'calendars', { summary: 'Team' });
    await ann.ask('POST', `calendars/${team}/acl`, { role: 'reader', scope: { type: 'user', value: guest } });
    await insertHere(ann.email, { ...hour('2026-03-10T09:00:00Z'), summary: 'Made here' });
    const before = await itemsOf(ann.email, `U#${ann.email}`, team);

    await pull(there, ann);

    const written = recordsBetween(before, await itemsOf(ann.email, `U#${ann.email}`, team));
    expect(written.length).toBeGreaterThan(6);
    // A new calendar has a new rule, and nobody who watches it.
    const told = written.flatMap(readChange).filter((change) => change.kind !== 'rule' || change.calendarId !== team);
    expect(told).toEqual([]);
    const changes = written.flatMap((record) => readItemChange(record) ?? []);
    expect(changes.filter((change) => concernsOthers(change) || isMailed(change))).toEqual([]);
    expect(changes.filter(({ after }) => after?.attendees?.[0]?.email === guest)).toHaveLength(1);
  });
});
