/** A person's life on a running stack: exported, imported under another address, renamed, erased. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliDecompressSync, inflateRawSync } from 'node:zlib';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Mailing, MailingStore } from '#lib/calendar/stores/mailings';
import { unpackFile } from '#lib/local/data-folder/backup/archive';
import { openEmbedded } from '#lib/local/database/embedded/open';
import { ALL_SCOPES } from '#lib/local/sign-in/all-scopes';
import { openIssuer } from '#lib/local/sign-in/issuer';
import { dynamoMailings } from '#lib/stores/dynamodb/calendar/mailings';
import { ScanCommand } from '#lib/stores/dynamodb/client/commands';
import { newFolder } from '#test/support/run/folders/new-folder';
import { callPrograms, startProgram, type Outcome } from '#test/support/stack/run-program';
import { startStackProcess, type StackProcess } from '#test/support/stack/stack-process';
import { useProgramServer } from '#test/support/stack/use-program-server';

const data = newFolder();
const archive = join(newFolder(), 'carol.tar.gz');
const AGENCY = '20100000000000932';
const ADVERTISER = '21700000000011524';
const CALENDAR_TABLE = 'almanac-local-calendar';
const CONVERSIONS = `doubleclicksearch/v2/agency/${AGENCY}/advertiser/${ADVERTISER}/engine/700000000042301/conversion`;
const [CAROL, DORA, ERIN, FRANK, BOB] = ['carol', 'dora', 'erin', 'frank', 'bob'].map(
  (name) => `${name}@example.com`,
) as [string, string, string, string, string];
let stack: StackProcess;
let receiver: Server;
/** The volume to which Carol has given five stars. */
let rated: string;
const tokens = new Map<string, string>();

interface Body {
  readonly id?: string;
  readonly items?: Record<string, unknown>[];
  readonly [field: string]: unknown;
}

async function ask(
  who: string,
  method: string,
  path: string,
  body?: object,
  root = stack.endpoints.gateway,
): Promise<{ status: number; body: Body }> {
  const answer = await fetch(`${root}${path}`, {
    method,
    headers: { authorization: `Bearer ${tokens.get(who) ?? ''}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Body };
}
const programs = useProgramServer();
const run = (program: string, ...args: string[]): Promise<Outcome> =>
  programs.run([`lib/cli/${program}.ts`, ...args, '--data', data]);
const runAll = (...calls: readonly (readonly [string, ...string[]])[]): Promise<Outcome[]> =>
  Promise.all(calls.map((call) => run(...call)));
/** What the stack does beside requests is done. */
const settle = (): Promise<unknown> => fetch(`${stack.endpoints.gateway}_almanac/outbox`);
const eventsOf = async (who: string, calendar = 'primary', root?: string): Promise<Record<string, unknown>[]> =>
  (await ask(who, 'GET', `calendar/v3/calendars/${calendar}/events`, undefined, root)).body.items ?? [];
const shelf = async (who: string, id: number, root?: string): Promise<unknown[]> => {
  const { body } = await ask(who, 'GET', `books/v1/mylibrary/bookshelves/${String(id)}/volumes`, undefined, root);
  return (body.items ?? []).map((volume) => volume['id']);
};
/** Of the sample's garden shop, over the last 80 days. */
async function conversionsOf(who: string, root?: string): Promise<Record<string, unknown>[]> {
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '');
  const days = `startDate=${day(Date.now() - 80 * 86_400_000)}&endDate=${day(Date.now())}`;
  const { body } = await ask(who, 'GET', `${CONVERSIONS}?${days}&startRow=0&rowCount=1000`, undefined, root);
  return (body['conversion'] ?? []) as Record<string, unknown>[];
}
const uploadedIn = (conversions: readonly Record<string, unknown>[]): unknown[] =>
  conversions
    .filter(({ conversionId }) => conversionId === 'uploaded-by-carol')
    .map(({ dsConversionId: _id, conversionModifiedTimestamp: _at, ...fields }) => fields);
const attendeesOf = (event: Record<string, unknown> | undefined): Record<string, unknown>[] =>
  (event?.['attendees'] ?? []) as Record<string, unknown>[];

/** The whole of a person's calendars, without what each stage gives. */
async function pictureOf(who: string, root?: string): Promise<object> {
  const { body } = await ask(who, 'GET', 'calendar/v3/users/me/calendarList', undefined, root);
  const own = (body.items ?? []).filter(({ accessRole }) => accessRole === 'owner');
  const calendars = await Promise.all(
    own.map(async ({ id, summary, timeZone, colorId }) => ({
      summary: summary === who ? 'main' : summary,
      timeZone,
      colorId,
      events: (await eventsOf(who, encodeURIComponent(String(id)), root))
        .map(({ summary, start, end, recurrence, reminders }) => ({ summary, start, end, recurrence, reminders }))
        .toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
    })),
  );
  const setting = await ask(who, 'GET', 'calendar/v3/users/me/settings/weekStart', undefined, root);
  const byTitle = calendars.toSorted((a, b) => String(a.summary).localeCompare(String(b.summary)));
  return { calendars: byTitle, weekStart: setting.body['value'], shelf: await shelf(who, 0, root) };
}

const unpacked = (bytes: Buffer): string => {
  for (const unpack of [inflateRawSync, brotliDecompressSync]) {
    try {
      return unpack(bytes).toString();
    } catch {
      // The other one.
    }
  }
  return bytes.toString('latin1');
};

/** Everything that the database and the bucket hold, as text. */
async function everything(): Promise<string> {
  const { engine, connect, close } = openEmbedded({ file: join(data, 'database.sqlite') });
  const texts: string[] = [];
  for (const TableName of engine.tableNames()) {
    const { Items = [] } = await connect().send(new ScanCommand({ TableName }));
    texts.push(
      JSON.stringify(Items, (_name, value: unknown) =>
        value instanceof Uint8Array ? unpacked(Buffer.from(value)) : value instanceof Set ? [...value] : value,
      ),
    );
  }
  close();
  for (const entry of readdirSync(join(data, 's3'), { recursive: true, withFileTypes: true }))
    if (entry.isFile()) texts.push(entry.name, readFileSync(join(entry.parentPath, entry.name)).toString('latin1'));
  return texts.join('\n').toLowerCase();
}

/** Of Bob and of Carol; ids are digests. */
const MAILINGS = ['0b0b', 'ca01'];

async function withMailings<T>(work: (store: MailingStore) => Promise<T>): Promise<T> {
  const { connect, close } = openEmbedded({ file: join(data, 'database.sqlite') });
  try {
    return await work(dynamoMailings(connect(), CALENDAR_TABLE, { now: () => new Date() }));
  } finally {
    close();
  }
}

/** Letters that wait until long after the test: about a meeting of Bob's, and about one of Carol's. */
const addMailings = (): Promise<void> =>
  withMailings(async (store) => {
    const attendees = [{ email: CAROL }, { email: ERIN }, { email: 'guest@elsewhere.example' }];
    for (const [index, by] of [BOB, CAROL].entries()) {
      const event = { id: 'waiting', summary: 'Waiting', organizer: { email: by }, attendees };
      const change = { calendarId: by, before: event, after: event, telling: { eventId: 'waiting', by, mail: 'all' } };
      const counts = { addedAtMs: 0, attempts: 0, dueAtMs: Date.parse('2100-01-01T00:00:00Z'), revision: 1 };
      await store.add({ id: MAILINGS[index], change, ...counts } as unknown as Mailing);
    }
  });

/** For each of them, the guests who are still to be written to; undefined for one that is no longer there. */
async function mailedGuests(): Promise<unknown[]> {
  const found = await withMailings((store) => Promise.all(MAILINGS.map((id) => store.find(id))));
  return found.map((mailing) => {
    const { before, after } = mailing?.change ?? {};
    return [before, after].map((event) => event?.attendees?.map(({ email }) => email));
  });
}

/** The first place that names a person; empty when there is none. */
const mentionOf = (email: string, text: string): string =>
  text.includes(email) ? text.slice(Math.max(0, text.indexOf(email) - 300)).slice(0, 500) : '';

beforeAll(async () => {
  receiver = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
  stack = await startStackProcess(data);
  const address = `http://127.0.0.1:${String((receiver.address() as AddressInfo).port)}/`;
  const issuer = await openIssuer(data);
  for (const email of [CAROL, DORA, ERIN, BOB])
    tokens.set(email, await issuer.sign({ email, scopes: ALL_SCOPES, ttlSeconds: 3600 }));
  const at = (hour: number): object => ({
    start: { dateTime: `2026-06-01T${String(hour)}:00:00Z`, timeZone: 'Europe/Zurich' },
    end: { dateTime: `2026-06-01T${String(hour + 1)}:00:00Z`, timeZone: 'Europe/Zurich' },
  });
  const insert = (who: string, calendar: string, event: object) =>
    ask(who, 'POST', `calendar/v3/calendars/${encodeURIComponent(calendar)}/events?sendUpdates=all`, event);
  const own = await ask(CAROL, 'POST', 'calendar/v3/calendars', { summary: 'Choir', timeZone: 'Europe/Zurich' });
  const choir = String(own.body.id);
  const series = await insert(CAROL, 'primary', {
    summary: 'Practice',
    ...at(10),
    recurrence: ['RRULE:FREQ=DAILY;COUNT=3'],
  });
  await ask(CAROL, 'DELETE', `calendar/v3/calendars/primary/events/${String(series.body.id)}_20260602T100000Z`);
  await insert(CAROL, choir, {
    summary: 'Concert',
    ...at(18),
    reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: 5 }] },
  });
  const second = await ask(CAROL, 'POST', 'calendar/v3/calendars', { summary: 'Garden', timeZone: 'Europe/Zurich' });
  await insert(CAROL, String(second.body.id), { summary: 'Weeding', ...at(16) });
  await insert(CAROL, 'primary', { summary: 'By Carol', ...at(12), attendees: [{ email: BOB }] });
  await insert(BOB, 'primary', {
    summary: 'By Bob',
    ...at(14),
    attendees: [{ email: CAROL, comment: 'mine' }, { email: ERIN }],
  });
  const imported = {
    iCalUID: 'kept@example.com',
    summary: 'Imported',
    ...at(20),
    organizer: { email: CAROL },
    attendees: [{ email: BOB }],
  };
  await ask(BOB, 'POST', 'calendar/v3/calendars/primary/events/import', imported);
  await ask(CAROL, 'POST', `calendar/v3/calendars/${encodeURIComponent(choir)}/acl`, {
    role: 'reader',
    scope: { type: 'user', value: BOB },
  });
  await ask(BOB, 'POST', `calendar/v3/calendars/${BOB}/acl`, { role: 'reader', scope: { type: 'user', value: CAROL } });
  await ask(CAROL, 'POST', 'calendar/v3/calendars/primary/events/watch', {
    id: 'carols',
    type: 'web_hook',
    address,
  });
  const found = await ask(CAROL, 'GET', 'books/v1/volumes?q=alice&maxResults=2');
  for (const { id } of found.body.items ?? [])
    await ask(CAROL, 'POST', `books/v1/mylibrary/bookshelves/0/addVolume?volumeId=${String(id)}`);
  rated = String(found.body.items?.[0]?.id);
  const lines = join(newFolder(), 'library.jsonl');
  writeFileSync(lines, `${JSON.stringify({ email: CAROL, volumeId: rated, rating: 5 })}\n`);
  await runAll(
    ['books', 'import', lines],
    ['calendar', 'setting', CAROL, 'weekStart', '1'],
    ['ads', 'grant', CAROL, AGENCY, ADVERTISER, '--write'],
    ['credentials', 'create', '--type', 'authorized-user', '--email', CAROL, '--out', join(newFolder(), 'user.json')],
  );
  const clicks = await conversionsOf(CAROL);
  await ask(CAROL, 'POST', 'doubleclicksearch/v2/conversion', {
    conversion: [
      {
        clickId: clicks[0]?.['clickId'],
        conversionId: 'uploaded-by-carol',
        conversionTimestamp: String(Date.now() - 60_000),
        segmentationType: 'FLOODLIGHT',
        segmentationName: clicks[0]?.['segmentationName'],
        type: 'TRANSACTION',
        revenueMicros: '7000000',
        currencyCode: 'EUR',
      },
    ],
  });
  await settle();
});

afterAll(async () => {
  stack.child.kill();
  await stack.ended;
  receiver.close();
  receiver.closeAllConnections();
});

describe('npm run users', () => {
  test('list and show say who is there, and what there is of them', async () => {
    const [listed, shown, nobody] = await runAll(
      ['users', 'list'],
      ['users', 'show', CAROL],
      ['users', 'show', 'nobody@example.com'],
    );

    expect(listed?.stdout.split('\n')).toEqual(expect.arrayContaining([CAROL, BOB]));
    for (const line of ['3  calendars of their own', '1  channels', '1  ratings', '1  grants on advertisers'])
      expect(shown?.stdout).toContain(line);
    expect(nobody?.stderr).toContain('There is no data of nobody@example.com here');
  });

  test('export and import give another address what clients see of the first', async () => {
    const done = await runAll(['users', 'export', CAROL, archive], ['users', 'import', archive, '--as', DORA]);
    await settle();

    expect(done).toMatchObject([
      { code: 0, stderr: '' },
      { code: 0, stderr: '' },
    ]);
    expect(await pictureOf(DORA)).toEqual(await pictureOf(CAROL));
    expect(await conversionsOf(CAROL)).not.toEqual([]);
    expect(await conversionsOf(DORA)).toEqual(await conversionsOf(CAROL));
  });

  test('the archive holds JSON as the API answers it, a calendar file each, and a table of the shelves', async () => {
    const folder = newFolder();
    await unpackFile(archive, folder);

    const events = JSON.parse(readFileSync(join(folder, 'calendar/1/events.json'), 'utf8')) as { kind: string }[];
    expect(events[0]?.kind).toBe('calendar#event');
    const files = [2, 3].map((place) =>
      readFileSync(join(folder, `calendar/${String(place)}/events.ics`), 'utf8').match(/SUMMARY:.*(?=\r)/g),
    );
    expect(files.toSorted()).toEqual([['SUMMARY:Concert'], ['SUMMARY:Weeding']]);
    const [head, ...shelves] = readFileSync(join(folder, 'books/shelves.csv'), 'utf8').trimEnd().split('\n');
    expect(head).toBe('shelf_id,shelf,access,volume_id,title,rating,acquired_time');
    const placed = [['5', 'Reviewed', 'PRIVATE', rated]];
    for (const id of await shelf(CAROL, 0)) placed.push(['0', 'Favorites', 'PUBLIC', String(id)]);
    const cellsOf = (line: string): string[] => [...line.split(',').slice(0, 4), ...line.split(',').slice(-2)];
    expect(shelves.map(cellsOf)).toEqual(placed.map((cells) => [...cells, cells[3] === rated ? '5' : '', '']));
    expect(readFileSync(join(folder, 'ads/grants.json'), 'utf8')).toContain(ADVERTISER);
    const uploaded = JSON.parse(readFileSync(join(folder, 'ads/conversions.json'), 'utf8')) as Body;
    expect(uploaded['conversion']).toEqual(expect.arrayContaining(await conversionsOf(CAROL)));
    expect(JSON.stringify(uploaded)).toContain('"uploaded-by-carol"');
  });

  test('whoever may write for a whole agency takes the conversions of all its advertisers along', async () => {
    const [file, folder] = [join(newFolder(), 'alice.tar.gz'), newFolder()];
    await run('users', 'export', 'alice@example.com', file);
    await unpackFile(file, folder);
    const { conversion } = JSON.parse(readFileSync(join(folder, 'ads/conversions.json'), 'utf8')) as {
      conversion: { advertiserId: string }[];
    };

    expect([...new Set(conversion.map(({ advertiserId }) => advertiserId))].toSorted()).toEqual([
      '21700000000011523',
      ADVERTISER,
    ]);
  });

  test('another stack that imports the archive answers as the first', async () => {
    const elsewhere = newFolder();
    const tokenHere = tokens.get(CAROL) ?? '';
    const other = await startStackProcess(elsewhere);
    try {
      const imports = [0, 1].map(() => ['lib/cli/users.ts', 'import', archive, '--data', elsewhere]);
      const imported = await callPrograms(imports);
      const here = { ...(await pictureOf(CAROL)), uploaded: uploadedIn(await conversionsOf(CAROL)) };
      const issuer = await openIssuer(elsewhere);
      tokens.set(CAROL, await issuer.sign({ email: CAROL, scopes: ALL_SCOPES, ttlSeconds: 3600 }));
      const root = other.endpoints.gateway;

      expect(imported).toMatchObject([0, 1].map(() => ({ code: 0, stderr: '' })));
      const there = { ...(await pictureOf(CAROL, root)), uploaded: uploadedIn(await conversionsOf(CAROL, root)) };
      expect(there).toEqual(here);
    } finally {
      tokens.set(CAROL, tokenHere);
      other.child.kill();
      await other.ended;
    }
  });

  test('remove shows first what it would do, and does nothing without a yes', async () => {
    const { code, stdout, stderr } = await run('users', 'remove', CAROL);

    expect(code).toBe(1);
    expect(stdout).toContain('3  calendars of their own');
    expect(stderr).toContain('--yes to confirm');
    expect(await shelf(CAROL, 0)).toHaveLength(2);
  });

  test('rename takes calendars, meetings, shelves and grants along', async () => {
    const before = await pictureOf(DORA);
    tokens.set(FRANK, await (await openIssuer(data)).sign({ email: FRANK, scopes: ALL_SCOPES, ttlSeconds: 3600 }));

    const [taken, renamed, gone] = await runAll(
      ['users', 'rename', DORA, ERIN, '--yes'],
      ['users', 'rename', DORA, FRANK, '--yes'],
      ['users', 'show', DORA],
    );
    await settle();

    expect(taken).toMatchObject({ code: 1, stderr: expect.stringContaining(`${ERIN} already has data here`) });
    expect(renamed).toMatchObject({ code: 0, stderr: '' });
    expect(gone?.stderr).toContain('There is no data of');
    expect(JSON.stringify(await pictureOf(FRANK))).toBe(JSON.stringify(before).replaceAll(DORA, FRANK));
  });

  test('merge gives one person what another had', async () => {
    const [merged, gone] = await runAll(['users', 'merge', FRANK, ERIN, '--yes'], ['users', 'show', FRANK]);
    await settle();

    expect(merged).toMatchObject({ code: 0, stderr: '' });
    expect((await eventsOf(ERIN)).map(({ summary }) => summary)).toEqual(
      expect.arrayContaining(['Practice', 'By Bob']),
    );
    expect(await shelf(ERIN, 0)).toEqual(await shelf(CAROL, 0));
    expect(gone?.stderr).toContain('There is no data of');
  });

  test('remove erases the person everywhere; others see "Guest removed"', async () => {
    const ratings = async (): Promise<unknown[]> => {
      const { body } = await ask(BOB, 'GET', `books/v1/volumes/${rated}`);
      const { ratingsCount, averageRating } = (body['volumeInfo'] ?? {}) as Record<string, number>;
      return [ratingsCount, averageRating];
    };
    // Carol's own, and Erin's, who has what was Dora's: a copy of it.
    expect(await ratings()).toEqual([2, 5]);
    await addMailings();
    const sync = (await ask(BOB, 'GET', 'calendar/v3/calendars/primary/events')).body['nextSyncToken'];
    const [removed, again] = await runAll(['users', 'remove', CAROL, '--yes'], ['users', 'remove', CAROL, '--yes']);
    await settle();

    expect(removed).toMatchObject({ code: 0, stderr: '' });
    expect(again?.stderr).toContain('There is no data of');
    const changed =
      (await ask(BOB, 'GET', `calendar/v3/calendars/primary/events?syncToken=${String(sync)}`)).body.items ?? [];
    const byBob = changed.find(({ summary }) => summary === 'By Bob');
    expect(attendeesOf(byBob).map(({ displayName, email }) => displayName ?? email)).toContain('Guest removed');
    expect(JSON.stringify(byBob)).not.toContain(CAROL);
    expect(changed.filter(({ status }) => status === 'cancelled')).toHaveLength(1);
    // What somebody has imported is theirs, whoever called it.
    const imported = changed.find(({ summary }) => summary === 'Imported');
    expect([imported?.['status'], JSON.stringify(imported).includes(CAROL)]).toEqual(['confirmed', false]);
    const copy = (await eventsOf(ERIN)).find(({ summary }) => summary === 'By Bob');
    expect(attendeesOf(copy).map(({ displayName }) => displayName)).toContain('Guest removed');
    const lists = await ask(BOB, 'GET', 'calendar/v3/users/me/calendarList');
    expect(lists.body.items?.map(({ summary }) => summary)).not.toContain('Choir');
    expect(await ratings()).toEqual([1, 5]);
    const left = [ERIN, 'guest@elsewhere.example'];
    expect(await mailedGuests()).toEqual([
      [left, left],
      [undefined, undefined],
    ]);
  });

  test('remove that is killed goes on when it is run again', async () => {
    const cut = async (writes: number): Promise<string | null> => {
      const args = [data, String(writes), 'lib/cli/users.ts', 'remove', ERIN, '--yes', '--data', data];
      const { child, outcome } = startProgram(['test/support/stack/cut-short.ts', ...args]);
      await outcome;
      return child.signalCode;
    };

    expect([await cut(1), await cut(3), await cut(5)]).toEqual(['SIGKILL', 'SIGKILL', 'SIGKILL']);
    expect(mentionOf(ERIN, await everything())).not.toBe('');
    expect(await run('users', 'remove', ERIN, '--yes')).toMatchObject({ code: 0, stderr: '' });
    expect(mentionOf(ERIN, await everything())).toBe('');
  });

  test('remove that was killed before its last step leaves nothing either, though nothing is counted', async () => {
    const { bucket, s3, env } = stack.endpoints;
    const client = new S3Client({
      endpoint: s3,
      region: 'local',
      forcePathStyle: true,
      credentials: { accessKeyId: env['AWS_ACCESS_KEY_ID'] ?? '', secretAccessKey: env['AWS_SECRET_ACCESS_KEY'] ?? '' },
    });
    await client.send(new PutObjectCommand({ Bucket: bucket, Key: 'aws/lambda/notify/1', Body: `{"by":"${ERIN}"}` }));
    client.destroy();
    expect(mentionOf(ERIN, await everything())).not.toBe('');

    expect(await run('users', 'remove', ERIN, '--yes')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('There is no data of'),
    });
    expect(mentionOf(ERIN, await everything())).toBe('');
  });

  test('nothing is left of the person in any table or in the bucket', async () => {
    const text = await everything();

    expect(mentionOf(BOB, text)).not.toBe('');
    expect(mentionOf(CAROL, text)).toBe('');
  });
});
