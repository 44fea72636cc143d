/** One request for each operation that names something by an id, about one person's data. */
import type { UserData } from '#test/tools/fixtures/user-data';
import { declaredOperations, type DeclaredOperation } from '#test/tools/fuzz/declared';
import type { SentRequest } from '#test/tools/shared/request-sender';

export interface IsolationRequest {
  readonly operation: string;
  /** Destructive requests come later: 0 destroys nothing, 2 destroys everything. */
  readonly ends: 0 | 1 | 2;
  readonly sent: Omit<SentRequest, 'headers'>;
}

const idsOf = (held: UserData): ReadonlyMap<string, string> =>
  new Map(Object.entries({ ...held, setting: held.settingId, shelf: held.privateShelf, reportFragment: '0' }));

const HOUR = { start: { dateTime: '2026-03-10T09:00:00Z' }, end: { dateTime: '2026-03-10T10:00:00Z' } };
const LAST_DAYS = `startDate=${dayNumber(-2)}&endDate=${dayNumber(1)}&startRow=0&rowCount=10`;

function dayNumber(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
}

const conversionOf = ({
  agencyId,
  advertiserId,
  engineAccountId,
  campaignId,
  adGroupId,
  criterionId,
  conversionId,
  conversionTimestamp,
  segmentationName,
}: UserData): object => ({
  agencyId,
  advertiserId,
  engineAccountId,
  campaignId,
  adGroupId,
  criterionId,
  conversionId,
  conversionTimestamp,
  segmentationType: 'FLOODLIGHT',
  segmentationName,
  type: 'TRANSACTION',
  revenueMicros: '2000000',
  currencyCode: 'EUR',
});

const reportOf = ({ agencyId, advertiserId }: UserData): object => ({
  reportType: 'conversion',
  columns: [{ columnName: 'conversionId' }],
  reportScope: { agencyId, advertiserId },
  timeRange: { startDate: '2026-03-01', endDate: '2026-03-02' },
  statisticsCurrency: 'agency',
});

const channel = (id: string): object => ({
  id: `isolation-${id}`,
  type: 'web_hook',
  address: 'https://hooks.example.com/x',
});
const ruleFor = ({ ruleId }: UserData): object => ({
  role: 'reader',
  scope: { type: 'user', value: ruleId.slice('user:'.length) },
});

/** What a request needs besides the ids in its path. */
const DETAILS: Readonly<
  Record<string, { readonly query?: (held: UserData) => string; readonly body?: (held: UserData) => object }>
> = {
  'calendar.acl.insert': { body: ruleFor },
  'calendar.acl.patch': { body: () => ({ role: 'reader' }) },
  'calendar.acl.update': { body: ruleFor },
  'calendar.acl.watch': { body: () => channel('acl') },
  'calendar.calendarList.insert': { body: ({ calendarId }) => ({ id: calendarId }) },
  'calendar.calendarList.patch': { body: () => ({ colorId: '3' }) },
  'calendar.calendarList.update': { body: () => ({ colorId: '4' }) },
  'calendar.calendars.patch': { body: () => ({ location: 'here' }) },
  'calendar.calendars.update': { body: () => ({ summary: 'changed' }) },
  'calendar.calendars.transferOwnership': { query: () => 'newDataOwner=mallory@example.com&useAdminAccess=true' },
  'calendar.channels.stop': { body: ({ channelId, resourceId }) => ({ id: channelId, resourceId }) },
  'calendar.events.import': { body: ({ iCalUID }) => ({ iCalUID: `again-${iCalUID}`, ...HOUR }) },
  'calendar.events.insert': { body: () => HOUR },
  'calendar.events.move': { query: ({ email }) => `destination=${encodeURIComponent(email)}` },
  'calendar.events.patch': { body: () => ({ summary: 'changed' }) },
  'calendar.events.quickAdd': { query: () => 'text=Lunch+tomorrow' },
  'calendar.events.update': { body: () => ({ summary: 'changed', ...HOUR }) },
  'calendar.events.watch': { body: () => channel('events') },
  'calendar.freebusy.query': {
    body: ({ calendarId }) => ({
      timeMin: '2026-03-10T00:00:00Z',
      timeMax: '2026-03-11T00:00:00Z',
      items: [{ id: calendarId }],
    }),
  },
  'almanac.bookshelves.patch': { body: () => ({ access: 'PRIVATE' }) },
  'books.mylibrary.bookshelves.addVolume': { query: ({ volumeId }) => `volumeId=${volumeId}` },
  'books.mylibrary.bookshelves.moveVolume': {
    query: ({ shelvedVolumeId }) => `volumeId=${shelvedVolumeId}&volumePosition=0`,
  },
  'books.mylibrary.bookshelves.removeVolume': { query: ({ shelvedVolumeId }) => `volumeId=${shelvedVolumeId}` },
  'doubleclicksearch.conversion.get': { query: () => LAST_DAYS },
  'doubleclicksearch.conversion.getByCustomerId': { query: () => LAST_DAYS },
  'doubleclicksearch.conversion.insert': {
    body: (held) => ({ conversion: [{ ...conversionOf(held), conversionId: 'isolation' }] }),
  },
  'doubleclicksearch.conversion.update': { body: (held) => ({ conversion: [conversionOf(held)] }) },
  'doubleclicksearch.conversion.updateAvailability': {
    body: ({ agencyId, advertiserId, segmentationName }) => ({
      availabilities: [
        {
          agencyId,
          advertiserId,
          segmentationType: 'FLOODLIGHT',
          segmentationName,
          availabilityTimestamp: String(Date.now()),
        },
      ],
    }),
  },
  'doubleclicksearch.reports.generate': {
    body: (held) => ({
      ...reportOf(held),
      reportType: 'account',
      columns: [{ columnName: 'accountId' }],
      startRow: 0,
      rowCount: 10,
    }),
  },
  'doubleclicksearch.reports.request': {
    body: (held) => ({ ...reportOf(held), downloadFormat: 'csv', maxRowsPerFile: 1_000_000 }),
  },
};

const DESTRUCTIVE = /\.(delete|clear|move|transferOwnership|stop|removeVolume|clearVolumes)$/;
const DESTROYS_ALL = /^calendar\.calendars\.(clear|delete)$|clearVolumes$/;
const destructionOf = (id: string): IsolationRequest['ends'] =>
  !DESTRUCTIVE.test(id) ? 0 : DESTROYS_ALL.test(id) ? 2 : 1;

/** Operations whose path means a different object of the owner: a series, or the main calendar. */
const OTHER_IDS: Readonly<Record<string, (held: UserData) => readonly [name: string, id: string]>> = {
  'calendar.events.instances': ({ seriesId }) => ['eventId', seriesId],
  'calendar.events.move': ({ seriesId }) => ['eventId', seriesId],
  'calendar.calendars.clear': ({ email }) => ['calendarId', email],
  'almanac.icalAddresses.download': () => ['address', 'public'],
};

/** Operations without ids are about the caller's own data, or public data. */
export const hasIds = ({ id, parameters }: DeclaredOperation): boolean =>
  parameters.some((parameter) => parameter.in === 'path') || Object.hasOwn(DETAILS, id);

/** Ids of the same kinds that do not exist. */
export const missingIds = (held: UserData): UserData => ({
  ...held,
  email: `nobody-${held.email}`,
  calendarId: held.calendarId.replace(/^c_.{8}/, 'c_00000000'),
  eventId: 'nosuchevent00000000000000',
  seriesId: 'nosuchseries0000000000000',
  ruleId: 'user:nobody@elsewhere.example',
  channelId: 'no-such-channel',
  resourceId: 'AAAAAAAAAAAAAAAAAAAAAAAAAAA',
  // Volumes and readers are public; which shelves are private is not.
  privateShelf: '1999',
  agencyId: '209999999',
  advertiserId: '219999999',
  engineAccountId: '709999999',
  customerId: '1239999999',
  campaignId: '719999999',
  adGroupId: '589999999',
  criterionId: '439999999',
  clickId: 'no-such-click',
  conversionId: 'no-such-conversion',
  reportId: 'AAAAAAAAAAAAAAAA',
  segmentationName: 'no such activity',
});

export function requestsFor(held: UserData): IsolationRequest[] {
  return declaredOperations.filter(hasIds).map(({ id, method, template }) => {
    const other = Object.hasOwn(OTHER_IDS, id) ? OTHER_IDS[id]?.(held) : undefined;
    const ids = new Map([...idsOf(held), ...(other === undefined ? [] : [other])]);
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids.get(name) ?? ''));
    const { query, body } = Object.hasOwn(DETAILS, id) ? (DETAILS[id] ?? {}) : {};
    const url = query === undefined ? path : `${path}?${query(held)}`;
    return {
      operation: id,
      ends: destructionOf(id),
      sent: { method, url, ...(body !== undefined && { body: JSON.stringify(body(held)) }) },
    };
  });
}
