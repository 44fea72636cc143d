/** A world that is written into a file and read again: clients see no difference. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { load } from 'js-yaml';
import { listen } from '#test/support/http/listen';
import { newFolder } from '#test/support/run/folders/new-folder';
import { runProgram } from '#test/support/stack/run-program';
import { startSeeded, type SeededStack } from '#test/support/stack/seeded-stack';

const AGENCY = '20100000000000932';
const ADVERTISER = '21700000000011523';
const WORLD = `
users:
  - email: alice@example.com
    summary: Alice at work
    timeZone: Europe/Zurich
    settings: { weekStart: 1, hideWeekends: true }
    events:
      - id: standup
        summary: Stand-up
        description: <b>Short</b>
        location: Kitchen
        start: +2d 09:00
        end: 09:15
        recurrence: [RRULE:FREQ=DAILY;COUNT=6]
        instances:
          - { of: +3d 09:00, summary: Longer, start: +3d 10:00, end: 10:45 }
          - { of: +4d 09:00, status: cancelled }
          - { of: +5d 09:00, location: null }
      - summary: Lunch
        start: today 12:00
        colorId: 5
        visibility: private
        reminders: { useDefault: false, overrides: [{ method: popup, minutes: 5 }] }
        extendedProperties: { private: { a: b } }
        attendees:
          - { email: bob@example.com, responseStatus: accepted }
          - { email: eve@elsewhere.example, optional: true }
          - { email: carol@example.com, responseStatus: declined }
        own:
          carol@example.com: { status: cancelled }
          bob@example.com:
            summary: Lunch with Alice
            transparency: transparent
            reminders: { useDefault: false, overrides: [{ method: email, minutes: 15 }] }
            extendedProperties: { private: { room: "4" } }
      - id: planning
        summary: Planning
        start: +2d 14:00
        colorId: 9
        recurrence: [RRULE:FREQ=WEEKLY;COUNT=4]
        attendees: [{ email: bob@example.com, responseStatus: accepted }]
        instances:
          - { of: +9d 14:00, location: Attic }
        own:
          bob@example.com:
            colorId: 3
            instances:
              - { of: +9d 14:00, colorId: 4 }
              - { of: +16d 14:00, status: cancelled }
              - { of: +23d 14:00, reminders: { useDefault: false } }
      - { summary: Holiday, start: +1w, transparency: transparent }
      - summary: Abroad
        iCalUID: abroad@elsewhere.example
        organizer: { email: eve@elsewhere.example }
        start: +3d 15:00
        attendees: [{ email: alice@example.com, responseStatus: tentative }]
    shelves:
      - { shelf: favorites, volumes: [walden, emma] }
      - { shelf: 1001, title: Later, access: PUBLIC, volumes: [emma] }
    purchases:
      - { volume: walden, time: -3d }
      - { volume: emma }
    ratings: { emma: 2 }
  - email: bob@example.com
    ratings: { emma: 5 }
    calendarList:
      - { id: team, colorId: 7, selected: true, summaryOverride: Ours, defaultReminders: [{ method: email, minutes: 10 }] }
calendars:
  - id: team
    owner: alice@example.com
    summary: Team
    description: All of us
    timeZone: Asia/Tokyo
    rules: { user:bob@example.com: writer, group:staff@example.com: reader, default: freeBusyReader }
    events:
      - summary: Retrospective
        start: +1d 15:00
        by: bob@example.com
        own:
          alice@example.com: { reminders: { useDefault: false, overrides: [{ method: popup, minutes: 1 }] } }
          bob@example.com: { reminders: { useDefault: false, overrides: [{ method: email, minutes: 2 }] } }
groups:
  staff@example.com: [carol@example.com, Dan@example.com]
channels:
  - { id: ours, user: bob@example.com, calendar: team, address: https://hooks.example.com/, token: t, expiration: +7d }
volumes:
  - { id: walden, title: Walden, authors: [Henry David Thoreau], date: 1854, isEbook: true, isPublicDomain: true }
  - id: emma
    title: Emma
    authors: [Jane Austen]
    numbers: { isbn: [9780141439587], lccn: ["85-2"] }
    categories: [Fiction / Classics]
    averageRating: 3
    ratingsCount: 7
    listPrice: { amount: 9.5, currencyCode: EUR }
advertising:
  entities:
    - { level: AGENCY, legacyId: '${AGENCY}', name: Agency, status: Active }
    - { level: ADVERTISER, legacyId: '${ADVERTISER}', parentLegacyId: '${AGENCY}', name: Shoes, status: Active }
    - { level: ACCOUNT, legacyId: 700000000042205, parentLegacyId: '${ADVERTISER}', name: On Google, status: Active, engineType: Google AdWords, currencyCode: EUR, timeZone: Europe/Berlin }
    - { level: CAMPAIGN, legacyId: '71700000087192410', parentLegacyId: 700000000042205, name: Boots, status: Active, attributes: { labels: [a] } }
  facts_daily:
    - { date: -1d, accountId: 700000000042205, campaignId: '71700000087192410', device: Mobile, impr: 1000, clicks: 40, costMicros: 12000000 }
  visits:
    - { clickId: c1, timestampMs: -2d 09:00, agencyId: '${AGENCY}', advertiserId: '${ADVERTISER}', accountId: 700000000042205, campaignId: '71700000087192410', device: Mobile }
  floodlight:
    - { advertiserId: '${ADVERTISER}', groupId: 1, groupName: Sales, conversionType: TRANSACTION, activityId: 2, activityName: Order }
  saved_columns:
    - { advertiserId: '${ADVERTISER}', name: Cost of all, type: Number, definition: { columnName: cost } }
  access:
    - { subject: alice@example.com, agencyId: '${AGENCY}', role: WRITE }
conversions:
  - { conversionId: order-1, conversionTimestamp: -1d 09:00, clickId: c1, segmentationName: Order, revenueMicros: 5000000, currencyCode: EUR }
oauthClients:
  - { id: my-app.apps.googleusercontent.com, type: web, name: My app, secret: not-a-secret, redirectUris: [https://app.example.com/callback] }
`;

const folder = newFolder();
const data = join(folder, 'data');
const file = join(folder, 'exported.yaml');
let stack: SeededStack;

const alice = 'alice@example.com';
const bob = 'bob@example.com';
const carol = 'carol@example.com';
const CALENDARS = 'calendar/v3/calendars';
const TEAM = `${CALENDARS}/team@group.calendar.google.com`;
const SHELVES = 'books/v1/mylibrary/bookshelves';
const ADS = `doubleclicksearch/v2/agency/${AGENCY}/advertiser/${ADVERTISER}`;
const QUESTIONS = [
  [alice, `${CALENDARS}/primary`],
  [alice, `${CALENDARS}/primary/events`],
  [alice, `${CALENDARS}/primary/events?singleEvents=true&orderBy=startTime`],
  [alice, `${CALENDARS}/primary/acl`],
  [alice, 'calendar/v3/users/me/settings'],
  [alice, 'calendar/v3/users/me/calendarList'],
  [bob, `${CALENDARS}/primary/events`],
  [bob, `${CALENDARS}/primary/events?singleEvents=true&orderBy=startTime`],
  [carol, `${CALENDARS}/primary/events?showDeleted=true`],
  [alice, `${TEAM}/events`],
  [bob, 'calendar/v3/users/me/calendarList'],
  [bob, `${TEAM}/events`],
  [carol, `${TEAM}/events`],
  [alice, TEAM],
  [alice, `${TEAM}/acl`],
  [alice, SHELVES],
  [alice, `${SHELVES}/0/volumes`],
  [alice, `${SHELVES}/1001/volumes`],
  [alice, `${SHELVES}/1/volumes`],
  [alice, `${SHELVES}/7/volumes`],
  [alice, `${SHELVES}/5/volumes`],
  [bob, `${SHELVES}/5/volumes`],
  [alice, 'books/v1/volumes?q=inauthor:austen'],
  [alice, 'books/v1/volumes?q=isbn:0141439580'],
  [alice, 'books/v1/volumes?q=lccn:85000002'],
  [alice, `${ADS}/savedcolumns`],
  [alice, `${ADS}/engine/700000000042205/conversion?startDate=20260201&endDate=20260301&startRow=0&rowCount=10`],
] as const;

/** New with every world: changes are counted, and uploads numbered, as they come. */
const VARYING = new Set(['etag', 'nextSyncToken', 'sequence', 'dsConversionId']);

/** Changes of the same moment are a millisecond apart, and copies are made in whatever order the stream brings them. */
const withoutMilliseconds = (name: string, value: unknown): unknown =>
  name === 'updated' ? String(value).slice(0, '2026-03-01T08:00:00'.length) : value;

const comparable = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer), (name, value: unknown) =>
    VARYING.has(name) ? undefined : withoutMilliseconds(name, value),
  );

const askAll = async (): Promise<unknown[]> => {
  const answers: unknown[] = [];
  for (const [email, path] of QUESTIONS) answers.push(comparable(await stack.get(email, path)));
  return answers;
};

let [before, after]: unknown[][] = [];

beforeAll(async () => {
  const clock = ['--clock', '2026-03-01T08:00:00Z,frozen'];
  stack = await startSeeded('{}', folder, ['--data', data, ...clock]);
  const seeded = await stack.ask('POST', '_almanac/seed', load(WORLD) as object);
  expect([seeded.status, await seeded.text()]).toEqual([204, '']);
  before = await askAll();

  const exported = await runProgram(['lib/cli/seed.ts', 'export', '--out', file, '--data', data]);
  expect(exported).toMatchObject({ code: 0, stderr: '' });
  await stack.ask('POST', '_almanac/reset');
  const again = await stack.ask('POST', '_almanac/seed', load(readFileSync(file, 'utf8')) as object);
  expect([again.status, await again.text()]).toEqual([204, '']);
  after = await askAll();
});
afterAll(() => stack.stop());

test.each(QUESTIONS.map(([email, path], index) => ({ email, path, index })))(
  '$email sees the same at $path',
  ({ index }) => {
    expect(JSON.stringify(before?.[index]).length).toBeGreaterThan(100);
    expect(after?.[index]).toEqual(before?.[index]);
  },
);

test('channels, facts and clients are in the file, which is the same when it is written again', async () => {
  const written = load(readFileSync(file, 'utf8')) as Record<string, unknown>;
  expect(written).toMatchObject({
    channels: [{ id: 'ours', user: bob, watch: 'events', address: 'https://hooks.example.com/', token: 't' }],
    advertising: { facts_daily: [{ date: '2026-02-28', impr: '1000', device: 'Mobile' }] },
    oauthClients: [{ id: 'my-app.apps.googleusercontent.com', secretHash: expect.stringMatching(/./) }],
  });

  const told = await stack.ask('GET', '_almanac/seed');

  expect(await told.json()).toEqual(written);
});

test('guests keep what they have set in their copies, and others their reminders', async () => {
  const mine = (await stack.get(bob, QUESTIONS[7][1])) as { items: Record<string, unknown>[] };
  const email = (minutes: number) => ({ useDefault: false, overrides: [{ method: 'email', minutes }] });
  expect(mine.items).toMatchObject([
    { summary: 'Lunch with Alice', transparency: 'transparent', reminders: email(15) },
    { summary: 'Planning', colorId: '3', reminders: { useDefault: true } },
    { summary: 'Planning', colorId: '4', location: 'Attic' },
    { summary: 'Planning', colorId: '3', reminders: { useDefault: false } },
  ]);
  expect(mine.items[0]).toMatchObject({ extendedProperties: { private: { room: '4' } } });
  expect(await stack.get(alice, QUESTIONS[1][1])).toMatchObject({
    items: expect.arrayContaining([
      expect.objectContaining({ summary: 'Lunch', colorId: '5' }),
      expect.objectContaining({ summary: 'Planning', colorId: '9' }),
    ]),
  });
  const gone = await stack.get(carol, `${CALENDARS}/primary/events?showDeleted=true`);
  expect(gone).toMatchObject({ items: [{ summary: 'Lunch', status: 'cancelled' }] });
  expect(await stack.get(bob, `${TEAM}/events`)).toMatchObject({ items: [{ reminders: email(2) }] });
  expect(await stack.get(alice, `${TEAM}/events`)).toMatchObject({
    items: [{ reminders: { overrides: [{ method: 'popup', minutes: 1 }] } }],
  });
});

test('purchases and ratings are there once, and groups have their members', async () => {
  const [purchased, found] = await Promise.all([
    stack.get(alice, `${SHELVES}/1/volumes`),
    stack.get(bob, 'books/v1/volumes?q=inauthor:austen'),
  ]);
  expect(purchased).toMatchObject({
    items: [
      { volumeInfo: { title: 'Walden' }, userInfo: { isPurchased: true } },
      { volumeInfo: { title: 'Emma' }, userInfo: { isPurchased: true } },
    ],
  });
  // Seven of three stars in the record, and two and five stars of users.
  expect(found).toMatchObject({ items: [{ volumeInfo: { ratingsCount: 9, averageRating: 3 } }] });
  const { users, groups } = load(readFileSync(file, 'utf8')) as { users: { purchases?: object[] }[]; groups: object };
  expect(users.flatMap(({ purchases = [] }) => purchases)).toEqual(
    expect.arrayContaining([
      { volume: 'walden', time: '2026-02-26T00:00:00.000Z' },
      { volume: 'emma', time: '2026-03-01T08:00:00.000Z' },
    ]),
  );
  expect(groups).toEqual({ 'staff@example.com': [carol, 'dan@example.com'] });
});

test('the secret of a client still opens', async () => {
  const body = 'grant_type=refresh_token&refresh_token=x&client_id=my-app.apps.googleusercontent.com&client_secret=';
  const ask = async (secret: string) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await fetch(`${stack.url}token`, { method: 'POST', headers, body: `${body}${secret}` });
    return ((await answer.json()) as { error: string }).error;
  };
  expect([await ask('not-a-secret'), await ask('wrong')]).toEqual(['invalid_grant', 'invalid_client']);
});

test('a stack that ends while it answers is told of in a sentence', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"users": [', () => response.destroy());
  });
  const { url, stop } = await listen(server);
  const [endpoints, other] = [readFileSync(join(data, 'endpoints.json'), 'utf8'), join(folder, 'other')];
  mkdirSync(other);
  writeFileSync(join(other, 'endpoints.json'), JSON.stringify({ ...JSON.parse(endpoints), gateway: `${url}/` }));

  const exported = await runProgram(['lib/cli/seed.ts', 'export', '--data', other]).finally(stop);

  expect(exported).toEqual({
    code: 1,
    stdout: '',
    stderr: `The stack at ${url}/ ended before it had answered. Run this again: without a stack, the data folder itself is read.\n`,
  });
});
