import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sealToken } from '#lib/api/token';
import type { EventResource, EventsResource } from '#lib/calendar/resources/event';
import { addEvent, eventsPath, hourFrom, refusal, TUESDAYS } from '#test/support/calendar/calendar';
import { useCalendar } from '#test/support/calendar/use-calendar';
import { anyText } from '#test/tools/fuzz/any-text';
import { casesToPlay } from '#test/tools/shared/random-cases';

const fixture = useCalendar();
beforeAll(async () => {
  for (const day of ['10', '11', '12', '13', '14'])
    await addEvent(fixture, { summary: `March ${day}`, ...hourFrom(`2026-03-${day}T09:00:00Z`) });
});

const ask = (query: string, calendarId = 'primary') =>
  fixture.ask<EventsResource>('GET', `${eventsPath(calendarId)}?${query}`);
const refusalOf = async (query: string) => refusal(await fixture.ask('GET', `${eventsPath()}?${query}`));
const INVALID = { status: 400, domain: 'global', reason: 'invalid', locationType: 'parameter', location: 'pageToken' };

async function pagesOf(query: string, calendarId?: string): Promise<EventsResource[]> {
  const pages: EventsResource[] = [];
  let next: string | undefined;
  do {
    const { body } = await ask(
      `${query}${next === undefined ? '' : `&pageToken=${encodeURIComponent(next)}`}`,
      calendarId,
    );
    pages.push(body);
    next = body.nextPageToken;
  } while (next !== undefined);
  return pages;
}
const itemsOf = (pages: readonly EventsResource[]): EventResource[] => pages.flatMap(({ items = [] }) => items);

describe('calendar.events.list in pages', () => {
  test.each(['', 'singleEvents=true&', 'timeMin=2026-03-01T00:00:00Z&'])(
    'CAL-74 hands out everything once, and a sync token at the end (%s)',
    async (query) => {
      const pages = await pagesOf(`${query}maxResults=2`);

      expect(pages.map(({ items }) => items?.length)).toEqual([2, 2, 1]);
      expect(pages.map(({ nextSyncToken, nextPageToken }) => [typeof nextPageToken, typeof nextSyncToken])).toEqual([
        ['string', 'undefined'],
        ['string', 'undefined'],
        ['undefined', 'string'],
      ]);
      expect(
        itemsOf(pages)
          .map(({ summary }) => summary)
          .toSorted(),
      ).toEqual(['March 10', 'March 11', 'March 12', 'March 13', 'March 14']);
    },
  );

  test('CAL-75 reports what was made between two pages to the next sync', async () => {
    const { S } = fixture;
    for (const day of ['1', '2', '3', '4'])
      await addEvent(fixture, { summary: day, ...hourFrom(`2026-04-0${day}T09:00:00Z`) }, S);
    const first = (await ask('maxResults=3', S)).body;
    const late = await addEvent(fixture, { summary: 'late', ...hourFrom('2026-03-01T09:00:00Z') }, S);
    const last = (await ask(`maxResults=3&pageToken=${String(first.nextPageToken)}`, S)).body;

    const { body } = await ask(`syncToken=${String(last.nextSyncToken)}`, S);

    expect(body.items?.map(({ id }) => id)).toEqual([late.id]);
  });

  const rowsOf = (text: string): string[] => text.split(', ');
  const INSTANCES = rowsOf(
    'Tuesdays 17, the same hour 17, all day 24, 12 24, Tuesdays 24, the same hour 24, 13 24, 13 24, 14 24, ' +
      'all day 31, the same hour 31, all day 07, Tuesdays 07, the same hour 07',
  );
  const INSTANCES_BY_CHANGE = rowsOf(
    'Tuesdays 17, Tuesdays 07, the same hour 17, the same hour 24, the same hour 31, the same hour 07, ' +
      'all day 24, all day 31, all day 07, 12 24, 13 24, 13 24, 14 24, Tuesdays 24',
  );
  const OTHERS = rowsOf('the same hour 17, all day 24, 12 24, 13 24, 13 24, 14 24');
  test.each([
    ['singleEvents=true', INSTANCES],
    ['singleEvents=true&orderBy=startTime', INSTANCES],
    ['singleEvents=true&showDeleted=true', INSTANCES.toSpliced(10, 0, 'cancelled')],
    ['singleEvents=true&orderBy=updated', INSTANCES_BY_CHANGE],
    ['', ['Tuesdays 17', 'Tuesdays 24', 'cancelled', ...OTHERS]],
    ['orderBy=updated', ['Tuesdays 17', ...OTHERS, 'Tuesdays 24', 'cancelled']],
    ['updatedMin=2026-03-01T00:00:00Z&singleEvents=true', [...INSTANCES_BY_CHANGE, 'cancelled']],
  ])('cuts a calendar with series into these rows, whatever the size of a page (%s)', async (query, rows) => {
    const calendarId = (
      await fixture.ask<{ id: string }>('POST', '/calendars', { body: { summary: 'Mixed', timeZone: 'Europe/Zurich' } })
    ).body.id;
    const days = { start: { date: '2026-03-24' }, end: { date: '2026-03-26' } };
    const made: EventResource[] = [
      TUESDAYS,
      { ...TUESDAYS, summary: 'the same hour' },
      { summary: 'all day', ...days, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] },
      ...['12', '13', '13', '14'].map((hour) => ({ summary: hour, ...hourFrom(`2026-03-24T${hour}:00:00Z`) })),
    ];
    for (const [index, event] of made.entries())
      await addEvent(fixture, { ...event, id: `paging${String(index)}` }, calendarId);
    await fixture.ask('PATCH', eventsPath(calendarId, 'paging0_20260324T130000Z'), {
      body: { ...hourFrom('2026-03-24T12:30:00Z') },
    });
    await fixture.ask('DELETE', eventsPath(calendarId, 'paging0_20260331T120000Z'));

    for (const size of ['2500', '1', '3', '5']) {
      const items = itemsOf(await pagesOf(`${query}&maxResults=${size}`, calendarId));
      const dayOf = ({ start }: EventResource) => (start?.dateTime ?? start?.date)?.slice(8, 10);
      expect(
        items.map((item) => (item.summary === undefined ? item.status : `${item.summary} ${dayOf(item) ?? ''}`)),
      ).toEqual(rows);
    }
  });

  test('may change the size of a page and nothing else', async () => {
    const { nextPageToken } = (await ask('maxResults=2')).body;
    const token = encodeURIComponent(nextPageToken ?? '');

    expect((await ask(`maxResults=4&fields=items(id)&pageToken=${token}`)).body.items).toHaveLength(3);
    expect(await refusalOf(`maxResults=2&singleEvents=true&pageToken=${token}`)).toEqual(INVALID);
    expect(refusal(await fixture.ask('GET', `${eventsPath(fixture.S)}?maxResults=2&pageToken=${token}`))).toEqual(
      INVALID,
    );
  });

  test('refuses whatever is not a token, and never fails over it', async () => {
    const { nextPageToken = '', nextSyncToken } = (await ask('maxResults=2')).body;
    expect(nextSyncToken).toBeUndefined();
    const altered = fc
      .tuple(fc.nat(nextPageToken.length - 1), fc.constantFrom(...'aZ0_-'))
      .map(([at, letter]) => nextPageToken.slice(0, at) + letter + nextPageToken.slice(at + 1));
    const tokens = fc.oneof(
      fc.string(),
      altered,
      anyText(),
      fc.json().map((json) => sealToken('page', { json })),
    );

    await fc.assert(
      fc.asyncProperty(
        tokens.filter((token) => token !== nextPageToken && token !== ''),
        async (token) => {
          expect(await refusalOf(`maxResults=2&pageToken=${encodeURIComponent(token)}`)).toEqual(INVALID);
        },
      ),
      { numRuns: casesToPlay(60) },
    );
  });
});
