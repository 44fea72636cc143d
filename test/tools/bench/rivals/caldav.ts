/** Calendars by CalDAV: a week, one more event, and what has changed. */
import type { StoredEvent } from '#lib/calendar/model/event';
import { isAllDay, type EventTime } from '#lib/calendar/time/event-time';
import { answerOf, written, type Rival, type Window } from './rival.ts';

type IcsEvent = Pick<StoredEvent, 'iCalUID' | 'summary' | 'description' | 'location' | 'start' | 'end'>;

const stamp = (ms: number): string => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, '');
const dated = (time: EventTime): string =>
  isAllDay(time) ? `;VALUE=DATE:${time.date.replaceAll('-', '')}` : `:${stamp(Date.parse(time.dateTime))}`;

export const ics = ({ iCalUID, summary = '', description = '', location = '', start, end }: IcsEvent): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Almanac//Bench//EN',
    'BEGIN:VEVENT',
    `UID:${iCalUID}`,
    'DTSTAMP:20260101T000000Z',
    `DTSTART${dated(start)}`,
    `DTEND${dated(end)}`,
    `SUMMARY:${summary}`,
    `DESCRIPTION:${description}`,
    `LOCATION:${location}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');

const headers = {
  authorization: `Basic ${Buffer.from('user:').toString('base64')}`,
  'content-type': 'application/xml',
};
const xml = (body: string): string => `<?xml version="1.0" encoding="utf-8"?>${body}`;

/** The report that every client sends. */
async function week(url: string, { fromMs, toMs }: Window): Promise<number> {
  const body = xml(
    `<C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/><C:calendar-data/></D:prop><C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"><C:time-range start="${stamp(fromMs)}" end="${stamp(toMs)}"/></C:comp-filter></C:comp-filter></C:filter></C:calendar-query>`,
  );
  const text = await answerOf(url, { method: 'REPORT', headers: { ...headers, depth: '1' }, body });
  return text.split('BEGIN:VEVENT').length - 1;
}

async function write(url: string, number: number): Promise<void> {
  const name = `written-${String(number)}`;
  const body = ics({ ...written(number), iCalUID: `${name}@example.com` });
  await answerOf(`${url}${name}.ics`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'text/calendar' },
    body,
  });
}

const tokenIn = (text: string): string => {
  const [, token] = /sync-token>([^<]+)</.exec(text) ?? [];
  if (token === undefined) throw new Error(`There is no sync token in ${text.slice(0, 200)}`);
  return token;
};

/** https://www.rfc-editor.org/rfc/rfc6578 */
function syncing(url: string): () => Promise<number> {
  let token: string | undefined;
  return async () => {
    const isFirst = token === undefined;
    const wanted = '<D:prop><D:getetag/></D:prop>';
    const body = isFirst
      ? xml('<D:propfind xmlns:D="DAV:"><D:prop><D:sync-token/></D:prop></D:propfind>')
      : xml(
          `<D:sync-collection xmlns:D="DAV:"><D:sync-token>${token ?? ''}</D:sync-token><D:sync-level>1</D:sync-level>${wanted}</D:sync-collection>`,
        );
    const method = isFirst ? 'PROPFIND' : 'REPORT';
    const text = await answerOf(url, { method, headers: { ...headers, depth: isFirst ? '0' : '1' }, body });
    token = tokenIn(text);
    return isFirst ? 0 : text.split('.ics</').length - 1;
  };
}

export const calDavRival = (name: string, url: string, stop: () => Promise<void>): Rival => ({
  name,
  week: (window) => week(url, window),
  write: (number) => write(url, number),
  sync: syncing(url),
  stop,
});
