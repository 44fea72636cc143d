import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sealToken } from '#lib/api/token';
import type { EventResource, EventsResource } from '#lib/calendar/resources/event';
import type { Ask } from '#test/support/ask';
import { addEvent, eventsPath, hourFrom, refusal, rulePath, share, TUESDAYS } from '#test/support/calendar/calendar';
import { useCalendar } from '#test/support/calendar/use-calendar';
import { anyText } from '#test/tools/fuzz/any-text';
import { casesToPlay } from '#test/tools/shared/random-cases';

const fixture = useCalendar();
let calendarId: string;
beforeEach(async () => {
  calendarId = (
    await fixture.ask<{ id: string }>('POST', '/calendars', { body: { summary: 'Sync', timeZone: 'Europe/Zurich' } })
  ).body.id;
});

const ask = (query: string, options: Ask = {}) =>
  fixture.ask<EventsResource>('GET', `${eventsPath(calendarId)}?${query}`, options);
const refusalOf = async (query: string, options: Ask = {}) =>
  refusal(await fixture.ask('GET', `${eventsPath(calendarId)}?${query}`, options));
const tokenOf = ({ body }: { readonly body: EventsResource }): string => encodeURIComponent(body.nextSyncToken ?? '');
const begin = async (query = '', options: Ask = {}): Promise<string> => tokenOf(await ask(query, options));
const sync = async (token: string, options: Ask = {}) => (await ask(`syncToken=${token}`, options)).body.items ?? [];
const patch = (id: string, body: EventResource, options: Ask = {}) =>
  fixture.ask<EventResource>('PATCH', eventsPath(calendarId, id), { body, ...options });
const remove = (id: string) => fixture.ask('DELETE', eventsPath(calendarId, id));
const add = (summary: string, day = '10') =>
  addEvent(fixture, { summary, ...hourFrom(`2026-03-${day}T09:00:00Z`) }, calendarId);
const stateOf = (items: readonly EventResource[]) => items.map(({ id, status, summary }) => [id, status, summary]);

describe('calendar.events.list with a sync token', () => {
  test('CAL-76 answers each change once, in its current state, and then nothing', async () => {
    const [changed, removed] = [await add('to change'), await add('to delete')];
    const token = await begin();
    const made = await add('new');
    await patch(changed.id, { summary: 'changed' });
    await patch(changed.id, { summary: 'changed again' });
    await remove(removed.id);

    const first = await ask(`syncToken=${token}`);
    const second = await ask(`syncToken=${tokenOf(first)}`);

    expect(stateOf(first.body.items ?? [])).toEqual([
      [made.id, 'confirmed', 'new'],
      [changed.id, 'confirmed', 'changed again'],
      [removed.id, 'cancelled', undefined],
    ]);
    expect(first.body.items?.[2]).toEqual({
      kind: 'calendar#event',
      etag: expect.any(String),
      id: removed.id,
      status: 'cancelled',
    });
    expect(second.body.items).toEqual([]);
    expect(second.body.nextSyncToken).toEqual(expect.any(String));
  });

  test('pages through changes', async () => {
    const token = await begin();
    for (const day of ['10', '11', '12']) await add(day, day);
    const first = (await ask(`maxResults=2&syncToken=${token}`)).body;

    const last = (await ask(`maxResults=2&syncToken=${token}&pageToken=${String(first.nextPageToken)}`)).body;

    expect(first.items?.map(({ summary }) => summary)).toEqual(['10', '11']);
    expect(first.nextSyncToken).toBeUndefined();
    expect(last.items?.map(({ summary }) => summary)).toEqual(['12']);
    expect(await sync(encodeURIComponent(last.nextSyncToken ?? ''))).toEqual([]);
  });

  test('remembers the parameters of the first list', async () => {
    const inside = await add('inside', '10');
    const token = await begin('timeMin=2026-03-01T00:00:00Z&timeMax=2026-04-01T00:00:00Z&showDeleted=true');
    await add('outside', '01');
    await addEvent(fixture, { summary: 'far away', ...hourFrom('2026-06-01T09:00:00Z') }, calendarId);
    await remove(inside.id);

    const items = await sync(token);

    expect(stateOf(items)).toEqual([
      [expect.any(String), 'confirmed', 'outside'],
      [inside.id, 'cancelled', 'inside'],
    ]);
  });

  test('reports one changed instance as one row', async () => {
    const series = await addEvent(fixture, TUESDAYS, calendarId);
    const [token, expanded] = [await begin(), await begin('singleEvents=true')];
    await patch(`${series.id}_20260324T130000Z`, { summary: 'Other' });

    expect(stateOf(await sync(token))).toEqual([[`${series.id}_20260324T130000Z`, 'confirmed', 'Other']]);
    expect(stateOf(await sync(expanded))).toEqual([[`${series.id}_20260324T130000Z`, 'confirmed', 'Other']]);
  });

  test('reports exceptions with the series from which they inherit', async () => {
    const series = await addEvent(fixture, TUESDAYS, calendarId);
    await patch(`${series.id}_20260324T130000Z`, { location: 'Room 2' });
    const token = await begin();
    await patch(series.id, { summary: 'Renamed' });

    expect(stateOf(await sync(token)).toSorted()).toEqual([
      [series.id, 'confirmed', 'Renamed'],
      [`${series.id}_20260324T130000Z`, 'confirmed', 'Renamed'],
    ]);
  });

  test('reports all instances of a changed series where instances are listed, and those that are gone as cancelled', async () => {
    const series = await addEvent(fixture, TUESDAYS, calendarId);
    await remove(`${series.id}_20260324T130000Z`);
    const token = await begin('singleEvents=true');
    await patch(series.id, { summary: 'Trimmed', recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] });

    expect(stateOf(await sync(token))).toEqual([
      [`${series.id}_20260317T130000Z`, 'confirmed', 'Trimmed'],
      [`${series.id}_20260324T130000Z`, 'cancelled', undefined],
      [`${series.id}_20260331T120000Z`, 'confirmed', 'Trimmed'],
      [`${series.id}_20260407T120000Z`, 'cancelled', undefined],
    ]);
  });

  test('reports the instances of a deleted series, and of one that became a single event, as cancelled', async () => {
    const [deleted, single] = [
      await addEvent(fixture, TUESDAYS, calendarId),
      await addEvent(fixture, TUESDAYS, calendarId),
    ];
    const token = await begin('singleEvents=true');
    await remove(deleted.id);
    const { recurrence: _recurrence, ...rest } = TUESDAYS;
    await fixture.ask('PUT', eventsPath(calendarId, single.id), { body: rest });

    const items = await sync(token);

    const suffixes = ['_20260317T130000Z', '_20260324T130000Z', '_20260331T120000Z', '_20260407T120000Z'];
    expect(items.filter(({ id }) => id?.startsWith(deleted.id)).map(({ id, status }) => [id, status])).toEqual(
      suffixes.map((suffix) => [`${deleted.id}${suffix}`, 'cancelled']),
    );
    expect(items.filter(({ id }) => id?.startsWith(`${single.id}_`)).map(({ id, status }) => [id, status])).toEqual(
      suffixes.map((suffix) => [`${single.id}${suffix}`, 'cancelled']),
    );
    expect(items.find(({ id }) => id === single.id)?.status).toBe('confirmed');
  });

  test("keeps one user's reminders out of the changes of another", async () => {
    const { bob } = fixture;
    await share(fixture, calendarId, bob, 'writer');
    const [event, series] = [await add('reminded'), await addEvent(fixture, TUESDAYS, calendarId)];
    const [mine, his, expanded] = [
      await begin(),
      await begin('', { as: bob }),
      await begin('singleEvents=true', { as: bob }),
    ];
    const reminders = { useDefault: false, overrides: [{ method: 'popup', minutes: 5 }] };
    await patch(event.id, { reminders }, { as: bob });
    await patch(`${series.id}_20260324T130000Z`, { reminders }, { as: bob });

    expect(await sync(mine)).toEqual([]);
    expect((await sync(his, { as: bob })).map(({ id, reminders: seen }) => [id, seen])).toEqual([
      [event.id, reminders],
      [`${series.id}_20260324T130000Z`, reminders],
    ]);
    expect((await sync(expanded, { as: bob })).map(({ id, reminders: seen }) => [id, seen])).toEqual([
      [event.id, reminders],
      [`${series.id}_20260324T130000Z`, reminders],
    ]);
  });

  test('tells who may only see times that an event no longer takes any', async () => {
    const { bob } = fixture;
    await share(fixture, calendarId, bob, 'freeBusyReader');
    const event = await add('secret');
    const token = await begin('', { as: bob });
    await patch(event.id, { transparency: 'transparent' });

    expect(await sync(token, { as: bob })).toEqual([
      { kind: 'calendar#event', etag: expect.any(String), id: event.id, status: 'cancelled' },
    ]);
  });

  test('CAL-80 updatedMin includes what was deleted since', async () => {
    const [kept, removed] = [await add('kept'), await add('removed')];
    fixture.clock.pass({ minutes: 10 });
    const updatedMin = fixture.clock.now().toISOString();
    await remove(removed.id);
    const made = await add('made');

    const { body } = await ask(`updatedMin=${updatedMin}`);

    expect(body.items?.map(({ id, status }) => [id, status])).toEqual([
      [removed.id, 'cancelled'],
      [made.id, 'confirmed'],
    ]);
    expect(body.items?.map(({ id }) => id)).not.toContain(kept.id);
    expect(body).not.toHaveProperty('nextSyncToken');
  });

  describe('400', () => {
    const TIME = '2026-03-01T00:00:00Z';
    test.each([
      ['timeMin', TIME],
      ['timeMax', TIME],
      ['q', 'x'],
      ['orderBy', 'updated'],
      ['updatedMin', TIME],
      ['iCalUID', 'x'],
      ['privateExtendedProperty', 'a%3D1'],
      ['sharedExtendedProperty', 'a%3D1'],
      ['showDeleted', 'false'],
    ])('CAL-77 beside %s', async (parameter, value) => {
      const token = await begin();

      expect(await refusalOf(`syncToken=${token}&${parameter}=${value}`)).toEqual({
        status: 400,
        domain: 'global',
        reason: 'invalid',
        locationType: 'parameter',
        location: parameter,
      });
    });

    test('refuses whatever is not a token, and never fails over it', async () => {
      const token = await begin();
      const altered = fc
        .tuple(fc.nat(token.length - 1), fc.constantFrom(...'aZ0_-'))
        .map(([at, letter]) => token.slice(0, at) + letter + token.slice(at + 1));
      const invented = fc.json().map((json) => sealToken('sync:events', { seq: json }));
      const foreign = fc
        .constantFrom('acl', 'settings', 'calendarList')
        .map((collection) => sealToken(`sync:${collection}`, { of: '', seq: 1, at: 0 }));

      await fc.assert(
        fc.asyncProperty(
          fc
            .oneof(fc.string({ minLength: 1 }), anyText({ minLength: 1 }), altered, invented, foreign)
            .filter((text) => text !== token),
          async (text) => {
            expect(await refusalOf(`syncToken=${encodeURIComponent(text)}`)).toEqual({
              status: 400,
              domain: 'global',
              reason: 'invalid',
              locationType: 'parameter',
              location: 'syncToken',
            });
          },
        ),
        { numRuns: casesToPlay(60) },
      );
    });
  });

  describe('410', () => {
    const FULL_SYNC = {
      status: 410,
      domain: 'calendar',
      reason: 'fullSyncRequired',
      locationType: 'parameter',
      location: 'syncToken',
    };

    test('CAL-78 after thirty days; garbage is a 400', async () => {
      const token = await begin();
      fixture.clock.pass({ days: 31 });

      expect(await refusalOf(`syncToken=${token}`)).toEqual(FULL_SYNC);
      expect(await refusalOf('syncToken=garbage')).toMatchObject({ status: 400, reason: 'invalid' });
    });

    test.each([
      ['events', 'CPDAlvWDx70CEPDAlvWDx70CGAU='],
      ['events, without padding', 'CPDAlvWDx70CEPDAlvWDx70CGAU'],
      ['one with a text in it', 'CKjr_sPH04cDEgphYmNkZWZnaGlqGAU='],
    ])("for a token of Google's own (%s), so that a client that moves in heals", async (_, token) => {
      expect(await refusalOf(`syncToken=${encodeURIComponent(token)}`)).toEqual(FULL_SYNC);
    });

    test.each([
      'CPDAlvWDx70CEPDAlvWDx70CGAU=x',
      'CPDAlvWDx70CEPDA',
      'CAU=',
      'Cheap tokens are rubbish',
      'AAAAAAAAAAAAAAAAAAAAAAAA',
    ])('rubbish stays a 400: %s', async (token) => {
      expect(await refusalOf(`syncToken=${encodeURIComponent(token)}`)).toMatchObject({ status: 400 });
    });

    test("with a token of somebody else, of another calendar, and after a change of one's role", async () => {
      const { bob } = fixture;
      await share(fixture, calendarId, bob, 'reader');
      const [mine, his] = [await begin(), await begin('', { as: bob })];
      expect(await sync(his, { as: bob })).toEqual([]);

      expect(await refusalOf(`syncToken=${mine}`, { as: bob })).toEqual(FULL_SYNC);
      expect(refusal(await fixture.ask('GET', `${eventsPath()}?syncToken=${mine}`))).toEqual(FULL_SYNC);
      await fixture.ask('PATCH', rulePath(calendarId, `user:${bob}`), { body: { role: 'writer' } });
      expect(await refusalOf(`syncToken=${his}`, { as: bob })).toEqual(FULL_SYNC);
      await fixture.ask('DELETE', rulePath(calendarId, `user:${bob}`));
      expect(await refusalOf(`syncToken=${his}`, { as: bob })).toEqual({
        status: 404,
        domain: 'global',
        reason: 'notFound',
      });
    });

    test('CAL-79 of an updatedMin that lies too far back', async () => {
      expect(await refusalOf('updatedMin=2000-01-01T00:00:00Z')).toEqual({
        status: 410,
        domain: 'calendar',
        reason: 'updatedMinTooLongAgo',
        locationType: 'parameter',
        location: 'updatedMin',
      });
    });
  });
});
