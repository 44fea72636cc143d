/** How much of a guest's calendar an invitation makes the stream function look at. */
import { describe, expect, test } from '@jest/globals';
import { timeKeyOfItem } from '#lib/calendar/events/order/time-key';
import { automaticAnswers } from '#lib/calendar/guests/conflicts';
import type { Calendar } from '#lib/calendar/model/calendar';
import type { StoredEvent } from '#lib/calendar/model/event';
import type { EventStore, IndexedItem } from '#lib/calendar/stores/events';
import { ALICE, BOB, storedLunch } from '#test/support/calendar/meetings';

const NOW = Date.parse('2026-03-01T00:00:00Z');
const calendar: Calendar = {
  id: BOB,
  owner: BOB,
  summary: BOB,
  isPrimary: true,
  timeZone: 'UTC',
  seq: 1,
  version: 1,
  updatedAtMs: 0,
  eventsUpdatedAtMs: 0,
  classes: ['R', 'Eh'],
};

/** A store with these series and single events; `asked` counts the pages that were read. */
function storeOf(series: readonly StoredEvent[], single: (from: string) => readonly StoredEvent[] = () => []) {
  const indexed = (event: StoredEvent): IndexedItem =>
    Object.assign(event, { seq: 1, sharedSeq: 1, timeKey: timeKeyOfItem(event) });
  const asked: string[] = [];
  const logged: string[] = [];
  const events: Pick<EventStore, 'listByTime' | 'listChanges' | 'view'> = {
    listByTime: (_calendar, { from }, limit, after = '') => {
      asked.push(from);
      if (from.startsWith('R')) return Promise.resolve({ items: series.map(indexed) });
      const items = single(after).slice(0, limit).map(indexed);
      return Promise.resolve({ items, ...(items.length === limit && { next: items.at(-1)?.id }) });
    },
    listChanges: () => Promise.resolve({ items: [] }),
    view: () => Promise.reject(new Error('no item is missing')),
  };
  const log = { info: (message: string) => void logged.push(message), error: () => undefined };
  return { events: events as EventStore, asked, log, logged };
}

const meetingOf = (event: StoredEvent) => ({
  calendarId: ALICE,
  owner: ALICE,
  organizer: { email: ALICE },
  event,
  exceptions: [],
});
const endless = storedLunch({ end: { dateTime: '9999-12-31T00:00:00Z' } });

describe('an event that ends in the year 9999', () => {
  test('does not expand the series of the guest that decline nothing', async () => {
    let instances = 0;
    const daily: StoredEvent = {
      ...storedLunch({ id: 'daily', recurrence: ['RRULE:FREQ=DAILY'] }),
      get summary() {
        instances += 1;
        return 'Daily';
      },
    };

    const answers = await automaticAnswers(storeOf([daily]), calendar, meetingOf(endless), [], NOW);

    expect([answers.size, instances]).toEqual([0, 0]);
  });

  test('is declined by time out of office in the coming year, and that is expanded no further', async () => {
    const away = storedLunch({
      id: 'away',
      eventType: 'outOfOffice',
      outOfOfficeProperties: { autoDeclineMode: 'declineAllConflictingInvitations', declineMessage: 'Away' },
      recurrence: ['RRULE:FREQ=DAILY'],
    });

    const answers = await automaticAnswers(storeOf([away]), calendar, meetingOf(endless), [], NOW);

    expect([...answers]).toEqual([['lunch', { responseStatus: 'declined', comment: 'Away' }]]);
  });

  test('meets rules that name nothing for long, and leaves out what is behind them', async () => {
    const [hours, minutes] = [24, 60].map((count) => Array.from({ length: count }, (_, number) => number).join());
    const rule = `FREQ=DAILY;BYHOUR=${hours ?? ''};BYMINUTE=${minutes ?? ''}`;
    const away = (id: string) =>
      storedLunch({
        id,
        eventType: 'outOfOffice',
        outOfOfficeProperties: { autoDeclineMode: 'declineAllConflictingInvitations' },
        recurrence: [`RRULE:${rule}`, `EXRULE:${rule}`],
      });
    const store = storeOf([away('first'), away('second')]);

    const answers = await automaticAnswers(store, calendar, meetingOf(endless), [], NOW);

    expect([answers.size, store.logged]).toEqual([0, ['occurrences were left out']]);
  });

  test('ends its look at a calendar that is full', async () => {
    let number = 0;
    const full = storeOf([], () =>
      Array.from({ length: 110 }, () => {
        number += 1;
        const start = NOW + number * 60_000;
        return storedLunch({
          id: `busy${String(number).padStart(9, '0')}`,
          start: { dateTime: new Date(start).toISOString() },
          end: { dateTime: new Date(start + 1000).toISOString() },
        });
      }),
    );

    await automaticAnswers(
      full,
      calendar,
      meetingOf(storedLunch({ ...endless, start: { dateTime: '2026-03-01T00:00:00Z' } })),
      [],
      NOW,
    );

    expect(full.asked.length).toBeLessThan(40);
  });
});
