/** One realistic request for each operation, on the sample data. */
import { SAMPLE } from '#lib/ads/sample/sample-accounts';
import type { Call } from './measured.ts';

export type Request = readonly [method: string, url: string, body?: object];

export interface Scenario {
  readonly operation: string;
  /** Creates what a round needs; not counted. */
  prepare?(round: number): Promise<string>;
  request(round: number, prepared: string): Request;
}

const CALENDAR = '/calendar/v3';
const EVENTS = `${CALENDAR}/calendars/primary/events`;
const BOOKS = '/books/v1';
const SHELF = `${BOOKS}/mylibrary/bookshelves/3`;
const ADS = '/doubleclicksearch/v2';
const ADVERTISER = `${ADS}/agency/${SAMPLE.agencyId}/advertiser/${SAMPLE.shoes}`;
const ACCOUNT = '700000000042205';
const HOUR_MS = 3_600_000;
const GUEST = 'user:guest@example.com';

const iso = (ms: number): string => new Date(ms).toISOString();
const event = (round: number) => ({
  summary: 'Planning',
  description: 'What was said last time, and what to bring along.',
  start: { dateTime: iso(Date.now() + round * HOUR_MS) },
  end: { dateTime: iso(Date.now() + (round + 1) * HOUR_MS) },
});
const channel = (name: string, round: number) => ({
  id: `cost-${name}-${String(round)}`,
  type: 'web_hook',
  address: 'http://127.0.0.1:9/',
});
const day = (ms: number): string => iso(ms).slice(0, 10);

function calendarScenarios(call: Call): Scenario[] {
  const week = `timeMin=${iso(Date.now() - 84 * HOUR_MS)}&timeMax=${iso(Date.now() + 84 * HOUR_MS)}`;
  const made = async (...request: Request): Promise<string> => String((await call(...request)).body['id']);
  const newEvent = (round: number): Promise<string> => made('POST', EVENTS, event(round));
  const newCalendar = (): Promise<string> => made('POST', `${CALENDAR}/calendars`, { summary: 'Another' });
  const newRule = async (): Promise<string> => {
    await call('POST', `${CALENDAR}/calendars/primary/acl`, {
      role: 'reader',
      scope: { type: 'user', value: GUEST.slice(5) },
    });
    return GUEST;
  };
  const newSeries = (round: number): Promise<string> =>
    made('POST', EVENTS, {
      ...event(round),
      start: { ...event(round).start, timeZone: 'UTC' },
      end: { ...event(round).end, timeZone: 'UTC' },
      recurrence: ['RRULE:FREQ=WEEKLY;COUNT=20'],
    });
  const rules = `${CALENDAR}/calendars/primary/acl`;
  const list = `${CALENDAR}/users/me/calendarList`;
  const settings = `${CALENDAR}/users/me/settings`;
  return [
    // Reads every calendar of the list: here the two of the sample data, before other scenarios create more.
    { operation: 'calendar.calendarList.list', request: () => ['GET', list] },
    {
      operation: 'calendar.events.list (a week)',
      request: () => ['GET', `${EVENTS}?singleEvents=true&orderBy=startTime&${week}`],
    },
    {
      operation: 'calendar.events.list (sync, one change)',
      async prepare(round) {
        const { body } = await call('GET', `${EVENTS}?maxResults=2500`);
        await newEvent(round);
        return String(body['nextSyncToken']);
      },
      request: (_, token) => ['GET', `${EVENTS}?syncToken=${encodeURIComponent(token)}`],
    },
    { operation: 'calendar.events.get', prepare: newEvent, request: (_, id) => ['GET', `${EVENTS}/${id}`] },
    { operation: 'calendar.events.insert', request: (round) => ['POST', EVENTS, event(round)] },
    {
      operation: 'calendar.events.import',
      request: (round) => [
        'POST',
        `${EVENTS}/import`,
        { ...event(round), iCalUID: `cost-${String(round)}@example.com` },
      ],
    },
    {
      operation: 'calendar.events.quickAdd',
      request: () => ['POST', `${EVENTS}/quickAdd?text=Lunch%20tomorrow%20at%20noon`],
    },
    {
      operation: 'calendar.events.patch',
      prepare: newEvent,
      request: (_, id) => ['PATCH', `${EVENTS}/${id}`, { summary: 'Changed' }],
    },
    {
      operation: 'calendar.events.update',
      prepare: newEvent,
      request: (round, id) => ['PUT', `${EVENTS}/${id}`, { ...event(round), summary: 'Changed' }],
    },
    { operation: 'calendar.events.delete', prepare: newEvent, request: (_, id) => ['DELETE', `${EVENTS}/${id}`] },
    {
      operation: 'calendar.events.move',
      prepare: async (round) => `${await newEvent(round)}/move?destination=${encodeURIComponent(await newCalendar())}`,
      request: (_, rest) => ['POST', `${EVENTS}/${rest}`],
    },
    {
      operation: 'calendar.events.instances',
      prepare: newSeries,
      request: (_, id) => ['GET', `${EVENTS}/${id}/instances`],
    },
    { operation: 'calendar.events.watch', request: (round) => ['POST', `${EVENTS}/watch`, channel('events', round)] },
    {
      operation: 'calendar.channels.stop',
      prepare: async (round) =>
        String((await call('POST', `${EVENTS}/watch`, channel('stop', round))).body['resourceId']),
      request: (round, resourceId) => [
        'POST',
        `${CALENDAR}/channels/stop`,
        { id: channel('stop', round).id, resourceId },
      ],
    },
    {
      operation: 'calendar.freebusy.query',
      request: () => [
        'POST',
        `${CALENDAR}/freeBusy`,
        { timeMin: iso(Date.now()), timeMax: iso(Date.now() + 168 * HOUR_MS), items: [{ id: 'primary' }] },
      ],
    },
    { operation: 'calendar.calendars.get', request: () => ['GET', `${CALENDAR}/calendars/primary`] },
    {
      operation: 'calendar.calendars.insert',
      request: () => ['POST', `${CALENDAR}/calendars`, { summary: 'Another' }],
    },
    {
      operation: 'calendar.calendars.patch',
      request: (round) => ['PATCH', `${CALENDAR}/calendars/primary`, { description: String(round) }],
    },
    {
      operation: 'calendar.calendars.update',
      request: (round) => ['PUT', `${CALENDAR}/calendars/primary`, { summary: String(round) }],
    },
    {
      operation: 'calendar.calendars.delete',
      prepare: newCalendar,
      request: (_, id) => ['DELETE', `${CALENDAR}/calendars/${encodeURIComponent(id)}`],
    },
    { operation: 'calendar.calendarList.get', request: () => ['GET', `${list}/primary`] },
    {
      operation: 'calendar.calendarList.patch',
      request: (round) => ['PATCH', `${list}/primary`, { summaryOverride: String(round) }],
    },
    {
      operation: 'calendar.calendarList.update',
      request: (round) => ['PUT', `${list}/primary`, { colorId: String(round + 2) }],
    },
    { operation: 'calendar.calendarList.insert', prepare: newCalendar, request: (_, id) => ['POST', list, { id }] },
    { operation: 'calendar.calendarList.watch', request: (round) => ['POST', `${list}/watch`, channel('list', round)] },
    { operation: 'calendar.acl.list', request: () => ['GET', rules] },
    {
      operation: 'calendar.acl.insert',
      request: (round) => [
        'POST',
        rules,
        { role: 'reader', scope: { type: 'user', value: `someone${String(round)}@example.com` } },
      ],
    },
    { operation: 'calendar.acl.get', prepare: newRule, request: (_, id) => ['GET', `${rules}/${id}`] },
    {
      operation: 'calendar.acl.patch',
      prepare: newRule,
      request: (_, id) => ['PATCH', `${rules}/${id}`, { role: 'writer' }],
    },
    {
      operation: 'calendar.acl.update',
      prepare: newRule,
      request: (_, id) => ['PUT', `${rules}/${id}`, { role: 'writer', scope: { type: 'user', value: GUEST.slice(5) } }],
    },
    { operation: 'calendar.acl.delete', prepare: newRule, request: (_, id) => ['DELETE', `${rules}/${id}`] },
    { operation: 'calendar.acl.watch', request: (round) => ['POST', `${rules}/watch`, channel('acl', round)] },
    { operation: 'calendar.settings.list', request: () => ['GET', settings] },
    { operation: 'calendar.settings.get', request: () => ['GET', `${settings}/timezone`] },
    {
      operation: 'calendar.settings.watch',
      request: (round) => ['POST', `${settings}/watch`, channel('settings', round)],
    },
    { operation: 'calendar.colors.get', request: () => ['GET', `${CALENDAR}/colors`] },
  ];
}

async function booksScenarios(call: Call): Promise<Scenario[]> {
  const { body } = await call('GET', `${BOOKS}/volumes?q=subject:fiction&maxResults=40`);
  const ids = (body['items'] as readonly { readonly id: string }[]).map(({ id }) => id);
  const idOf = (round: number): string => ids.at(round) ?? '';
  const added = async (round: number): Promise<string> => {
    await call('POST', `${SHELF}/addVolume?volumeId=${idOf(round)}`);
    return idOf(round);
  };
  return [
    {
      operation: 'books.volumes.list',
      request: (round) => [
        'GET',
        `${BOOKS}/volumes?q=${['love', 'sea', 'war', 'house', 'night'].at(round % 5) ?? ''}&maxResults=20`,
      ],
    },
    { operation: 'books.volumes.get', request: (round) => ['GET', `${BOOKS}/volumes/${idOf(round)}`] },
    { operation: 'books.mylibrary.bookshelves.list', request: () => ['GET', `${BOOKS}/mylibrary/bookshelves`] },
    { operation: 'books.mylibrary.bookshelves.get', request: () => ['GET', SHELF] },
    {
      operation: 'books.mylibrary.bookshelves.volumes.list',
      prepare: added,
      request: () => ['GET', `${SHELF}/volumes`],
    },
    {
      operation: 'books.mylibrary.bookshelves.addVolume',
      request: (round) => ['POST', `${SHELF}/addVolume?volumeId=${idOf(round + 20)}`],
    },
    {
      operation: 'books.mylibrary.bookshelves.moveVolume',
      prepare: added,
      request: (_, id) => ['POST', `${SHELF}/moveVolume?volumeId=${id}&volumePosition=0`],
    },
    {
      operation: 'books.mylibrary.bookshelves.removeVolume',
      prepare: added,
      request: (_, id) => ['POST', `${SHELF}/removeVolume?volumeId=${id}`],
    },
    {
      operation: 'books.mylibrary.bookshelves.clearVolumes',
      prepare: added,
      request: () => ['POST', `${SHELF}/clearVolumes`],
    },
  ];
}

async function adsScenarios(call: Call): Promise<Scenario[]> {
  const rows = `${ADVERTISER}/engine/${ACCOUNT}/conversion?startDate=${day(Date.now() - 30 * 24 * HOUR_MS).replaceAll('-', '')}&endDate=${day(Date.now()).replaceAll('-', '')}&startRow=0`;
  const { body } = await call('GET', `${rows}&rowCount=1`);
  const [{ agencyId, advertiserId, engineAccountId, campaignId, adGroupId, criterionId } = {}] = body[
    'conversion'
  ] as readonly Record<string, unknown>[];
  const batch = (round: number, revenueMicros: string) => ({
    conversion: Array.from({ length: 100 }, (_, index) => ({
      agencyId,
      advertiserId,
      engineAccountId,
      campaignId,
      adGroupId,
      criterionId,
      conversionId: `cost-${String(round)}-${String(index)}`,
      conversionTimestamp: String(Date.parse(day(Date.now())) - HOUR_MS),
      segmentationType: 'FLOODLIGHT',
      segmentationName: 'Purchase',
      type: 'TRANSACTION',
      state: 'ACTIVE',
      revenueMicros,
      currencyCode: 'EUR',
      quantityMillis: '1000',
    })),
  });
  const report = {
    reportType: 'account',
    columns: [{ columnName: 'accountId' }, { columnName: 'date' }, { columnName: 'clicks' }, { columnName: 'cost' }],
    reportScope: { agencyId: SAMPLE.agencyId, advertiserId: SAMPLE.shoes },
    timeRange: { startDate: day(Date.now() - 30 * 24 * HOUR_MS), endDate: day(Date.now() - 24 * HOUR_MS) },
    statisticsCurrency: 'advertiser',
  };
  return [
    {
      operation: 'doubleclicksearch.conversion.insert (of 100)',
      request: (round) => ['POST', `${ADS}/conversion`, batch(round + 100, '1000000')],
    },
    {
      operation: 'doubleclicksearch.conversion.update (of 100)',
      prepare: async (round) => String((await call('POST', `${ADS}/conversion`, batch(round + 200, '1000000'))).status),
      request: (round) => ['PUT', `${ADS}/conversion`, batch(round + 200, '2000000')],
    },
    { operation: 'doubleclicksearch.conversion.get (of 100)', request: () => ['GET', `${rows}&rowCount=100`] },
    { operation: 'doubleclicksearch.savedColumns.list', request: () => ['GET', `${ADVERTISER}/savedcolumns`] },
    {
      operation: 'doubleclicksearch.reports.generate',
      request: () => ['POST', `${ADS}/reports/generate`, { ...report, startRow: 0, rowCount: 1000 }],
    },
    {
      operation: 'doubleclicksearch.reports.request',
      request: () => ['POST', `${ADS}/reports`, { ...report, downloadFormat: 'csv', maxRowsPerFile: 1_000_000 }],
    },
  ];
}

export const scenarios = async (call: Call): Promise<Scenario[]> => [
  ...calendarScenarios(call),
  ...(await booksScenarios(call)),
  ...(await adsScenarios(call)),
];
