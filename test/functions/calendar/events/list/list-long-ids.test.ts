/** Ids of 1024 characters, the most that a client may choose, at the end of a page. */
import { expect, test } from '@jest/globals';
import type { EventsResource } from '#lib/calendar/resources/event';
import { addEvent, calendarFixture, eventsPath } from '#test/support/calendar/calendar';

const { ask, ...fixture } = await calendarFixture();
const span = {
  start: { dateTime: '2026-03-10T09:00:00Z', timeZone: 'UTC' },
  end: { dateTime: '2026-03-10T10:00:00Z', timeZone: 'UTC' },
};
const [single, series] = ['a'.repeat(1024), 'b'.repeat(1024)];
const instances = ['10', '11'].map((day) => `${series}_202603${day}T090000Z`);

const { nextSyncToken = '' } = (await ask<EventsResource>('GET', eventsPath())).body;
await addEvent({ ask, ...fixture }, { id: single, ...span });
await addEvent({ ask, ...fixture }, { id: series, ...span, recurrence: ['RRULE:FREQ=DAILY;COUNT=2'] });
await ask('PATCH', eventsPath('primary', instances[1]), { body: { summary: 'changed' } });

test.each([
  ['by id', '', [single, series, instances[1]]],
  ['as instances', '&singleEvents=true', [single, ...instances]],
  ['by start', '&singleEvents=true&orderBy=startTime', [single, ...instances]],
  ['by change', '&singleEvents=true&orderBy=updated', [single, ...instances]],
  ['in a window', '&timeMin=2026-03-10T00:00:00Z', [single, series, instances[1]]],
  ['in a sync', `&syncToken=${encodeURIComponent(nextSyncToken)}`, [single, series, instances[1]]],
])('calendar.events.list pages through them %s', async (_way, query, expected) => {
  const ids: (string | undefined)[] = [];
  let pageToken = '';
  do {
    const { status, body } = await ask<EventsResource>('GET', `${eventsPath()}?maxResults=1${query}${pageToken}`);
    expect(status).toBe(200);
    ids.push(...(body.items ?? []).map(({ id }) => id));
    pageToken = body.nextPageToken === undefined ? '' : `&pageToken=${encodeURIComponent(body.nextPageToken)}`;
  } while (pageToken !== '');

  expect(ids.toSorted()).toEqual(expected.toSorted());
});
