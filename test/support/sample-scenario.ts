/** A day of a stage in events of Lambda: the samples of `events/` in an order in which most of them succeed, and what they need before. */
import { readFileSync } from 'node:fs';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, DynamoDBRecord } from 'aws-lambda';
import { request } from '#lib/bench/measure';
import { userIdFor, volumeId } from '#lib/books/ids';
import { uploadsOf } from './uploads.ts';

export const ANN = 'ann@example.com';
export const BEN = 'ben@example.com';

/** What a stage offers to a scenario. */
export interface Ground {
  invoke(functionName: string, event: unknown): Promise<unknown>;
  token(email: string): Promise<string>;
  upload(key: string, text: string): Promise<void>;
  changes(table: 'calendar' | 'ads'): DynamoDBRecord[];
}

export interface Step {
  readonly title: string;
  readonly functionName: string;
  readonly answer: unknown;
}

const TEAM = /c_7f3e9a1b[0-9a-f]{56}@group\.calendar\.google\.com/g;
const WATCHED = 'o3hgv1538sdjfh8kq2l0zx9cvbn';
const VOLUME = 'zyTCAlFPjgYC';
const READER = '108412357722983146570';
const REPORT = 'AAAnOdc9I_GnxAB0';

const SAMPLES = {
  calendar: [
    'settings/get', 'settings/list', 'settings/watch', 'colors/get', 'calendars/get', 'calendars/patch', 'calendars/update', 'acl/insert', 'acl/get',
    'acl/list', 'acl/patch', 'acl/update', 'acl/watch', 'calendarList/list', 'calendarList/get', 'calendarList/insert', 'calendarList/patch',
    'calendarList/update', 'calendarList/watch', 'events/insert', 'events/import', 'events/quickAdd', 'events/get', 'events/list', 'events/instances',
    'events/patch', 'events/update', 'events/watch', 'freebusy/query', 'channels/stop', 'acl/delete', 'events/move', 'events/delete',
    'calendars/transferOwnership', 'calendarList/delete', 'calendars/delete', 'calendars/clear',
  ],
  books: [
    'volumes/list', 'volumes/get', 'mylibrary/bookshelves/addVolume', 'mylibrary/bookshelves/moveVolume', 'mylibrary/bookshelves/list',
    'mylibrary/bookshelves/get', 'mylibrary/bookshelves/volumes/list', 'bookshelves/list', 'bookshelves/get', 'bookshelves/volumes/list',
    'mylibrary/bookshelves/removeVolume', 'mylibrary/bookshelves/clearVolumes',
  ],
  ads: [
    'savedColumns/list', 'conversion/insert', 'conversion/update', 'conversion/updateAvailability', 'conversion/get', 'conversion/getByCustomerId',
    'reports/generate', 'reports/getIdMappingFile',
  ],
  reports: ['reports/get', 'reports/getFile'],
} as const;

const wordsOf = (path: string): string => path.replaceAll(/\/(\w)/g, (_slash, letter: string) => letter.toUpperCase());
/** `calendarEvents` for `calendar/events/insert`. */
const functionOf = (sample: string): string => wordsOf(sample.slice(0, sample.lastIndexOf('/')));
const readSample = (path: string): string => readFileSync(new URL(`../../events/${path}.json`, import.meta.url), 'utf8');

/** All that the scenario reads of `events/`. */
export const SAMPLE_PATHS = [
  ...Object.entries(SAMPLES).flatMap(([service, names]) => names.map((name) => `${service === 'reports' ? 'ads' : service}/${name}`)),
  'ads/reports/request', 'calendar/calendars/insert', 'imports/advertising', 'imports/catalogue',
];

const DAY_MS = 86_400_000;
/** Clicks and conversions are uploaded while they are young. */
const NOW_MS = Date.now();
const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '');
const YOUNG = {
  '1773479400000': String(NOW_MS - 3_600_000),
  '1773480000000': String(NOW_MS),
  '=20260301': `=${dayAt(NOW_MS - DAY_MS)}`,
  '=20260314': `=${dayAt(NOW_MS + DAY_MS)}`,
};

const FILES: Readonly<Record<string, string>> = {
  'ads-import/entities.csv': [
    'level,legacyId,parentLegacyId,newCustomerId,newId,name,status,timeZone',
    'AGENCY,20100000000000932,,,,Agency,Active,',
    'ADVERTISER,21700000000011523,20100000000000932,311234567890,,Shoes,Active,Europe/Berlin',
    'ACCOUNT,700000000042205,21700000000011523,123-123-1234,,Account,Active,Europe/Berlin',
    'CAMPAIGN,71700000002044839,700000000042205,,901,Campaign,Active,',
    'AD_GROUP,58700000032026064,71700000002044839,,801,Group,Active,',
    'KEYWORD,43700004289911004,58700000032026064,,701,red shoes,Active,',
  ].join('\n'),
  'ads-import/visits.csv': [
    'clickId,timestampMs,agencyId,advertiserId,accountId,campaignId,adGroupId,keywordId,device',
    `CKq-sample-click-0001,${String(NOW_MS - DAY_MS)},20100000000000932,21700000000011523,700000000042205,71700000002044839,58700000032026064,43700004289911004,Mobile`,
  ].join('\n'),
  'ads-import/floodlight.csv': [
    'advertiserId,groupId,groupName,conversionType,activityId,activityName',
    '21700000000011523,259,Shop,TRANSACTION,257,Purchase',
  ].join('\n'),
  'ads-import/access.csv': `subject,agencyId,role\n${ANN},20100000000000932,WRITE`,
  'ads-import/custom_variables-2026-03.csv': 'advertiserId,name,use\n21700000000011523,sales,METRIC',
};
const CATALOGUE = 'id,title,authors,published_date,language,isbn13\nkeyes,Flowers for Algernon,Daniel Keyes,1966,en,9780151315109\n';

const bodyOf = (answer: unknown): Record<string, unknown> =>
  JSON.parse((answer as APIGatewayProxyStructuredResultV2).body ?? '{}') as Record<string, unknown>;

const schedule = { version: '0', id: 'b1', 'detail-type': 'Scheduled Event', source: 'aws.events', detail: {} };

interface Teller {
  readonly steps: readonly Step[];
  step(title: string, functionName: string, event: unknown): Promise<unknown>;
  /** As Ann asks. */
  sample(path: string, replace?: Readonly<Record<string, string>>): Promise<unknown>;
  ask(email: string, functionName: string, method: string, url: string, body?: object): Promise<unknown>;
}

function teller({ invoke, token }: Ground): Teller {
  const steps: Step[] = [];
  const step: Teller['step'] = async (title, functionName, event) => {
    const answer = await invoke(functionName, event);
    steps.push({ title, functionName, answer });
    return answer;
  };
  return {
    steps,
    step,
    async sample(path, replace = {}) {
      const written = Object.entries(replace).reduce((text, [from, to]) => text.replaceAll(from, to), readSample(path));
      const event = JSON.parse(written.replaceAll('Bearer TOKEN', `Bearer ${await token(ANN)}`)) as APIGatewayProxyEventV2;
      // Answers are compared as text.
      const { 'accept-encoding': _packed, ...headers } = event.headers;
      return step(path, functionOf(path), { ...event, headers });
    },
    async ask(email, functionName, method, url, body) {
      return step(`${method} ${url}`, functionName, request(method, url, await token(email), body));
    },
  };
}

async function calendarDay(ground: Ground): Promise<readonly Step[]> {
  const { steps, step, sample, ask } = teller(ground);
  await ask(BEN, 'calendarCalendarList', 'GET', '/calendar/v3/users/me/calendarList');
  const team = String(bodyOf(await sample('calendar/calendars/insert'))['id']);
  const hour = (at: string) => ({ dateTime: `2026-03-18T${at}:00Z`, timeZone: 'Europe/Zurich' });
  const fields = { start: hour('09:00'), end: hour('10:00'), attendees: [{ email: BEN }] };
  const insert = (body: object) => ask(ANN, 'calendarEvents', 'POST', '/calendar/v3/calendars/primary/events', { ...fields, ...body });
  await insert({ id: '0q3n8v1k5t7m2b9d4h6j0r3p5s', summary: 'Review' });
  await insert({ id: '5c1u8e2a6k9m3o7g0i4q2s6v8b', summary: 'Weekly', recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4'] });
  const Records = ground.changes('calendar');
  await step('changes for guests', 'propagate', { Records });
  await step('changes for channels', 'notify', { Records });
  // Before there are channels: their receivers would be asked for, and waited for.
  await step('a minute later', 'deliverNotifications', schedule);
  await ask(BEN, 'calendarEvents', 'GET', '/calendar/v3/calendars/primary/events');
  let watched = WATCHED;
  for (const name of SAMPLES.calendar) {
    const text = readSample(`calendar/${name}`);
    const known = Object.fromEntries([...text.matchAll(TEAM)].map(([id]) => [id, team]));
    const encoded = Object.fromEntries(Object.entries(known).map(([from, to]) => [encodeURIComponent(from), encodeURIComponent(to)]));
    const answer = await sample(`calendar/${name}`, { ...known, ...encoded, [WATCHED]: watched });
    if (name === 'events/watch') watched = String(bodyOf(answer)['resourceId']);
  }
  await step('more changes for guests', 'propagate', { Records: ground.changes('calendar') });
  await step('a minute later', 'sweepCalendars', schedule);
  await ask(ANN, 'batch', 'GET', '/calendar/v3/calendars/with%2Fslash/events');
  await ask(ANN, 'discovery', 'GET', '/discovery/v1/apis/calendar/v3/rest');
  await ask(ANN, 'discovery', 'GET', '/nowhere');
  return steps;
}

async function booksDay(ground: Ground): Promise<readonly Step[]> {
  const { steps, step, sample } = teller(ground);
  await ground.upload('catalogue/books.csv', CATALOGUE);
  await step('imports/catalogue', 'importCatalogue', JSON.parse(readSample('imports/catalogue')));
  for (const name of SAMPLES.books) await sample(`books/${name}`, { [VOLUME]: volumeId('csv:keyes'), [READER]: userIdFor(ANN) });
  return steps;
}

async function adsDay(ground: Ground): Promise<readonly Step[]> {
  const { steps, step, sample } = teller(ground);
  for (const [key, text] of Object.entries(FILES)) await ground.upload(key, `${text}\n`);
  for (const key of Object.keys(FILES)) {
    const isSample = key.includes('custom_variables');
    await step(key, 'importAdvertising', isSample ? JSON.parse(readSample('imports/advertising')) : uploadsOf(key));
  }
  for (const name of SAMPLES.ads) await sample(`ads/${name}`, YOUNG);
  const report = String(bodyOf(await sample('ads/reports/request'))['id']);
  await step('what was ordered', 'pollReports', { Records: ground.changes('ads') });
  for (const name of SAMPLES.reports) await sample(`ads/${name}`, { [REPORT]: report });
  await step('a minute later', 'pollReports', schedule);
  return steps;
}

/** The services side by side, as they do not meet. */
export async function sampleDay(ground: Ground): Promise<readonly Step[]> {
  return (await Promise.all([calendarDay(ground), booksDay(ground), adsDay(ground)])).flat();
}
