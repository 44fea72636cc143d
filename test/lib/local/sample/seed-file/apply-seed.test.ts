/** Seeds as people write them, on a stack of their own. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { newFolder } from '#test/support/run/folders/new-folder';
import { runProgram } from '#test/support/stack/run-program';
import { startSeeded, type SeededStack } from '#test/support/stack/seeded-stack';
import { useProgramServer } from '#test/support/stack/use-program-server';

const WORLD = `
users:
  - email: alice@example.com
    timeZone: Europe/Zurich
    settings: { weekStart: 1, hideWeekends: true }
    events:
      - id: standup
        summary: Stand-up
        start: +2d 09:00
        end: 09:15
        recurrence: [RRULE:FREQ=DAILY;COUNT=5]
        instances:
          - of: +3d 09:00
            summary: Longer stand-up
            start: +3d 10:00
            end: 10:45
          - of: +4d 09:00
            status: cancelled
      - summary: Lunch
        start: today 12:00
        attendees:
          - { email: bob@example.com, responseStatus: accepted }
      - { summary: Holiday, start: +1w }
    shelves:
      - shelf: favorites
        volumes: [walden, emma]
      - { shelf: 1001, title: Later, volumes: [emma] }
  - email: bob@example.com
    calendarList:
      - { id: team, colorId: 7, selected: true }
calendars:
  - id: team
    owner: alice@example.com
    summary: Team
    rules: { user:bob@example.com: writer, default: freeBusyReader }
    events:
      - { summary: Retrospective, start: +1d 15:00, by: bob@example.com }
volumes:
  - { id: walden, title: Walden, authors: [Henry David Thoreau], date: 1854, isEbook: true, isPublicDomain: true }
  - { id: emma, title: Emma, authors: [Jane Austen], numbers: { isbn: [9780141439587] } }
`;
const CLOCK = ['--database', 'memory', '--clock', '2026-03-01T08:00:00Z'];

let stack: SeededStack | undefined;
afterEach(() => stack?.stop());

type Items = { items: Record<string, unknown>[] };

describe('npm start -- --seed FILE', () => {
  test('has the world of the file, counted from its clock, and no other', async () => {
    stack = await startSeeded(WORLD, newFolder(), CLOCK);
    const calendar = 'calendar/v3/calendars';
    const ofAlice = (await stack.get('alice@example.com', `${calendar}/primary/events?singleEvents=true`)) as Items;
    expect(
      ofAlice.items.map(({ summary, start }) => [summary, Object.values(start as Record<string, string>)[0]]),
    ).toEqual([
      ['Lunch', '2026-03-01T12:00:00+01:00'],
      ['Stand-up', '2026-03-03T09:00:00+01:00'],
      ['Longer stand-up', '2026-03-04T10:00:00+01:00'],
      ['Stand-up', '2026-03-06T09:00:00+01:00'],
      ['Stand-up', '2026-03-07T09:00:00+01:00'],
      ['Holiday', '2026-03-08'],
    ]);
    const settings = (await stack.get('alice@example.com', 'calendar/v3/users/me/settings')) as Items;
    expect(settings.items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 'weekStart', value: '1' }),
        expect.objectContaining({ id: 'hideWeekends', value: 'true' }),
      ]),
    );
    // A guest's copy carries the answer.
    const ofBob = (await stack.get('bob@example.com', `${calendar}/primary/events`)) as Items;
    expect(ofBob.items).toMatchObject([
      { summary: 'Lunch', attendees: [{ email: 'bob@example.com', self: true, responseStatus: 'accepted' }] },
    ]);
    const list = (await stack.get('bob@example.com', 'calendar/v3/users/me/calendarList')) as Items;
    expect(list.items).toMatchObject([
      { id: 'bob@example.com' },
      { id: 'team@group.calendar.google.com', summary: 'Team', colorId: '7', selected: true, accessRole: 'writer' },
    ]);
    const team = (await stack.get('bob@example.com', `${calendar}/team@group.calendar.google.com/events`)) as Items;
    expect(team.items).toMatchObject([{ summary: 'Retrospective', creator: { email: 'bob@example.com' } }]);

    const shelf = 'books/v1/mylibrary/bookshelves';
    const favorites = (await stack.get('alice@example.com', `${shelf}/0/volumes`)) as Items;
    expect(favorites.items.map(({ volumeInfo }) => (volumeInfo as { title: string }).title)).toEqual([
      'Walden',
      'Emma',
    ]);
    expect(await stack.get('alice@example.com', `${shelf}/1001`)).toMatchObject({ title: 'Later', volumeCount: 1 });
    const found = await stack.get('alice@example.com', 'books/v1/volumes?q=isbn:0141439580');
    expect(found).toMatchObject({ totalItems: 1, items: [{ volumeInfo: { title: 'Emma' } }] });
  });

  test('applied again after a change, keeps what is there', async () => {
    const folder = newFolder();
    const kept = ['--data', join(folder, 'data')];
    const before = 'users: [{ email: a@example.com, events: [{ summary: One, start: 2026-03-01 }] }]';
    stack = await startSeeded(before, folder, kept);
    await stack.stop();
    const after = before.replace('}] }]', '}, { summary: Two, start: 2026-03-02 }] }]');
    stack = await startSeeded(after, folder, kept);
    const { items } = (await stack.get('a@example.com', 'calendar/v3/calendars/primary/events')) as Items;
    expect(items.map(({ summary }) => summary).toSorted()).toEqual(['One', 'Two']);
  });
});

const programs = useProgramServer();

/** What `npm start` says of a seed; it ends by itself. Where it has opened the stage by then, in a process of its own. */
async function refusalOf(text: string, { name = 'world.yaml', run = programs.run } = {}): Promise<string[]> {
  const folder = newFolder();
  const file = join(folder, name);
  writeFileSync(file, text);
  const args = ['--seed', file, '--data', join(folder, 'data'), '--port', '0'];
  const { code, stderr } = await run(['lib/local/start.ts', ...args]);
  expect(code).toBe(1);
  return stderr
    .trim()
    .split('\n')
    .map((line) => line.replace(`${folder}/`, ''));
}

describe('the example of npm run seed -- init', () => {
  test('is a world with all services', async () => {
    const folder = newFolder();
    const file = join(folder, 'example.yaml');
    const made = await programs.run(['lib/cli/seed.ts', 'init', file]);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(await programs.run(['lib/cli/seed.ts', 'init', file])).toMatchObject({
      code: 1,
      stderr: `${file} exists already.\n`,
    });

    stack = await startSeeded(readFileSync(file, 'utf8'), folder);
    const columns = await stack.get(
      'alice@example.com',
      'doubleclicksearch/v2/agency/20100000000000932/advertiser/21700000000011523/savedcolumns',
    );
    expect(columns).toMatchObject({ kind: 'doubleclicksearch#savedColumnList' });
    const client = 'client_id=my-app.apps.googleusercontent.com&redirect_uri=https://app.example.com/callback';
    const asked = await stack.ask('GET', `o/oauth2/v2/auth?${client}&response_type=code&scope=email`);
    expect(await asked.text()).toContain('My app');
    const again = { id: 'team-events', type: 'web_hook', address: 'https://hooks.example.com/' };
    const { token } = (await (await stack.ask('POST', '_almanac/tokens', { email: 'bob@example.com' })).json()) as {
      token: string;
    };
    const refused = await stack.ask('POST', 'calendar/v3/calendars/primary/events/watch', again, {
      authorization: `Bearer ${token}`,
    });
    expect(await refused.json()).toMatchObject({ error: { errors: [{ reason: 'channelIdNotUnique' }] } });
  });
});

describe('POST /_almanac/seed', () => {
  test('adds the same document, or says all that is wrong with it', async () => {
    stack = await startSeeded('{}', newFolder());
    const wrong = await stack.ask('POST', '_almanac/seed', {
      users: [{ email: 'a@example.com', events: [{ start: 'today' }, { start: 'someday' }] }, { emial: '' }],
    });
    expect(wrong.status).toBe(400);
    expect(await wrong.json()).toMatchObject({
      error: { message: expect.stringContaining('users[1]: email is missing.') },
    });
    const added = await stack.ask('POST', '_almanac/seed', {
      users: [{ email: 'a@example.com', events: [{ start: 'today', summary: 'Now' }] }],
    });
    expect(added.status).toBe(204);
    const { items } = (await stack.get('a@example.com', 'calendar/v3/calendars/primary/events')) as Items;
    expect(items).toMatchObject([{ summary: 'Now' }]);
  });
});

describe('what is wrong is said with its line', () => {
  test('fields, kinds of values and what is missing', async () => {
    const seed = `users:
  - email: alice@example.com
    evnts: []
    events:
      - summary: No start
      - { start: today, attendees: 5 }
calendars:
  - id: team
`;
    expect(await refusalOf(seed)).toEqual([
      "world.yaml:3: users[0].evnts: There is no 'evnts' here. Did you mean events?",
      'world.yaml:5: users[0].events[0]: start is missing.',
      "world.yaml:6: users[0].events[1].attendees: 'attendees' must be a list, not number.",
      'world.yaml:8: calendars[0]: owner is missing.',
      'world.yaml:8: calendars[0]: summary is missing.',
    ]);
  });

  test('what the rules of the services refuse', async () => {
    const seed = `users:
  - email: alice
  - email: bob@example.com
    settings:
      weekStart: 9
    events:
      - start: someday
      - start: today 09:00
        recurrence: [RRULE:FREQ=HOURLY;BYDAY=XX]
      - start: today 09:00
        recurrence: [RRULE:FREQ=DAILY]
        instances:
          - of: +1d 10:00
      - start: today
        by: carol@example.com
      - start: today
        attendees: [{ email: bob@example.com }, { email: eve@example.com }]
        own:
          dan@example.com:
            colorId: 5
          eve@example.com: { reminders: { useDefault: true, overrides: [{ method: email, minutes: 5 }] } }
    shelves:
      - shelf: favorites
        volumes: [nothing]
    purchases:
      - { volume: nothing, time: once }
    ratings:
      walden: 6
groups:
  staff@example.com: [carol]
volumes:
  - { id: walden, title: Walden }
`;
    expect(await refusalOf(seed, { run: runProgram })).toEqual([
      expect.stringMatching(/^world\.yaml:2: users\[0\]\.email: 'alice' is not an address/),
      expect.stringMatching(/^world\.yaml:5: users\[1\]\.settings\.weekStart: weekStart is 0 or 1 or 6, not '9'/),
      expect.stringMatching(/^world\.yaml:7: users\[1\]\.events\[0\]\.start: .*someday.* is no time/),
      expect.stringMatching(/^world\.yaml:8: users\[1\]\.events\[1\]: /),
      expect.stringMatching(/^world\.yaml:13: .*instances\[0\]\.of: The series has no instance that starts then/),
      expect.stringMatching(/^world\.yaml:15: .*by: carol@example\.com may not write/),
      expect.stringMatching(/^world\.yaml:19: .*own\.dan@example\.com: .*may not write/),
      expect.stringMatching(/^world\.yaml:20: .*dan@example\.com\.colorId: dan@example\.com is no guest of this event/),
      expect.stringMatching(/^world\.yaml:21: .*own\.eve@example\.com: .*exclude each other/),
      expect.stringMatching(/^world\.yaml:24: .*volumes\[0\]: There is no volume 'nothing'/),
      expect.stringMatching(/^world\.yaml:26: .*purchases\[0\]\.volume: There is no volume 'nothing'/),
      expect.stringMatching(/^world\.yaml:26: .*purchases\[0\]\.time: .*once.* is no time/),
      expect.stringMatching(/^world\.yaml:28: .*ratings\.walden: A rating is from 1 to 5/),
      expect.stringMatching(/^world\.yaml:30: groups\.staff@example\.com\[0\]: 'carol' is not an address/),
    ]);
  });

  test('rows that the importer of advertising refuses', async () => {
    const seed = `advertising:
  fx_rates:
    - { date: -1d, currencyCode: EUR, usdPerUnit: 1.1 }
    - { date: -1d, currencyCode: XYZZY, usdPerUnit: 1.1 }
`;
    expect(await refusalOf(seed, { run: runProgram })).toEqual([
      expect.stringMatching(/^world\.yaml:4: advertising\.fx_rates\[1\]: .*currencyCode/),
    ]);
  });

  test('what is no YAML, and a key that is there twice', async () => {
    expect(await refusalOf('users: []\nusers: []\n')).toEqual([
      expect.stringMatching(/^world\.yaml:2: duplicated mapping key/),
    ]);
    expect(await refusalOf('{\n "users": [\n}', { name: 'world.json' })).toEqual(
      expect.arrayContaining([expect.stringMatching(/^world\.json:3: /)]),
    );
  });

  test('a file that is not there', async () => {
    const { code, stderr } = await programs.run([
      'lib/local/start.ts',
      '--seed',
      'nowhere.yaml',
      '--data',
      newFolder(),
    ]);
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'nowhere.yaml cannot be read.\n' });
  });
});
