import { describe, expect, test } from '@jest/globals';
import { letterOf, type Letter, type Told } from '#lib/ads/reports/schedule/letter';
import { runDueSchedules, runSchedule, type Scheduling } from '#lib/ads/reports/schedule/run-schedules';
import { firstKeptDay, type Schedule } from '#lib/ads/reports/schedule/schedule';

const NOW = Date.parse('2026-03-15T06:00:00Z');
const SCHEDULE: Schedule = {
  name: 'daily',
  request: { reportType: 'campaign', timeRange: { startDate: '2020-01-01', endDate: '2020-01-02' } },
  at: '06:00',
  timeZone: 'UTC',
  keepDays: 30,
  again: 2,
  mail: 'ann@example.com',
  nextAtMs: NOW,
  revision: 4,
};
const TOLD: Told = {
  name: 'a "b" <c>',
  title: 'Campaign report',
  day: '2026-03-14',
  to: 'ann@example.com',
  link: 'https://bucket.example/page?a=1&b=2',
  place: 's3://bucket/x',
  rows: 1_234,
  at: new Date(NOW),
};

describe('the letter of a scheduled report', () => {
  test('says what there is and where', () => {
    expect(letterOf(TOLD)).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{64}$/),
      to: 'ann@example.com',
      subject: 'a "b" <c>, 2026-03-14',
      text: [
        'Campaign report "a "b" <c>" of 2026-03-14: 1,234 rows.',
        '',
        'The page, for some hours: https://bucket.example/page?a=1&b=2',
        'The files, for as long as the schedule keeps them: s3://bucket/x',
        '',
      ].join('\n'),
      html:
        '<p>Campaign report &quot;a &quot;b&quot; &lt;c&gt;&quot; of 2026-03-14: 1,234 rows.</p>' +
        '<p><a href="https://bucket.example/page?a=1&amp;b=2">The page</a>, for some hours. ' +
        'The files: <code>s3://bucket/x</code></p>',
      date: new Date(NOW),
    });
    expect(letterOf({ ...TOLD, rows: 1 }).text).toContain(': 1 row.\n');
    expect(letterOf({ ...TOLD, rows: 0 }).text).toContain(': 0 rows.\n');
  });

  test('is the same for the same day, schedule and reader', () => {
    const idOf = (told: Partial<Told>): string => letterOf({ ...TOLD, ...told }).id;

    expect(idOf({ rows: 2, link: 'x' })).toBe(idOf({}));
    expect(new Set([idOf({}), idOf({ day: '2026-03-13' }), idOf({ name: 'b' }), idOf({ to: 'b@x' })]).size).toBe(4);
  });
});

/** Files that are all new, and stores that note what is done. */
function world(fields: Partial<Scheduling> = {}, schedules: readonly Schedule[] = [SCHEDULE]) {
  const notes: string[] = [];
  const letters: Letter[] = [];
  const replaced: Schedule[] = [];
  const logged: unknown[] = [];
  const scheduling: Scheduling = {
    schedules: {
      list: () => Promise.resolve([...schedules]),
      replace(schedule: Schedule) {
        replaced.push(schedule);
        return Promise.resolve(true);
      },
    } as Partial<Scheduling['schedules']> as Scheduling['schedules'],
    files: {
      make(request, folder) {
        notes.push(`make ${folder} of ${request.timeRange?.startDate ?? ''} to ${request.timeRange?.endDate ?? ''}`);
        return Promise.resolve({ title: 'Campaign report', page: '', rows: 5, isNew: folder.includes('03-13') });
      },
      days: () => Promise.resolve(['2026-02-12', '2026-02-13', '2026-03-13']),
      remove(folder) {
        notes.push(`remove ${folder}`);
        return Promise.resolve();
      },
      link: (folder) => Promise.resolve(`https://bucket.example/${folder}`),
      place: (folder) => `s3://bucket/${folder}`,
    },
    send(letter) {
      letters.push(letter);
      return Promise.resolve(undefined);
    },
    clock: { now: () => new Date(NOW) },
    log: { error: (...args: unknown[]) => logged.push(args) } as Partial<Scheduling['log']> as Scheduling['log'],
    ...fields,
  };
  return { scheduling, notes, letters, replaced, logged };
}

describe('a run', () => {
  test('makes its days, tells of the last one, and removes what is too old', async () => {
    const { scheduling, notes, letters } = world();

    expect(await runSchedule(SCHEDULE, scheduling)).toEqual(['scheduled-reports/daily/day=2026-03-13/']);
    expect(notes).toEqual([
      'make scheduled-reports/daily/day=2026-03-13/ of 2026-03-13 to 2026-03-13',
      'make scheduled-reports/daily/day=2026-03-14/ of 2026-03-14 to 2026-03-14',
      'remove scheduled-reports/daily/day=2026-02-12/',
    ]);
    const folder = 'scheduled-reports/daily/day=2026-03-14/';
    expect(letters).toEqual([
      letterOf({
        name: 'daily',
        title: 'Campaign report',
        day: '2026-03-14',
        to: 'ann@example.com',
        rows: 5,
        at: new Date(NOW),
        link: `https://bucket.example/${folder}`,
        place: `s3://bucket/${folder}`,
      }),
    ]);
  });

  test('writes to nobody where nobody is named, or nothing is mailed', async () => {
    const { scheduling, letters } = world();
    await runSchedule({ ...SCHEDULE, mail: undefined }, scheduling);

    expect(letters).toEqual([]);
    await expect(runSchedule(SCHEDULE, world({ send: undefined }).scheduling)).resolves.toHaveLength(1);
  });

  test('a letter that is not sent is an error', async () => {
    const { scheduling } = world({ send: () => Promise.resolve('no such address') });

    await expect(runSchedule(SCHEDULE, scheduling)).rejects.toThrow('The letter was not sent: no such address');
  });
});

describe('schedules that are due', () => {
  const TOMORROW = Date.parse('2026-03-16T06:00:00Z');

  test('are claimed for some minutes, run, and come again at their time', async () => {
    const { scheduling, replaced, notes } = world({}, [
      { ...SCHEDULE, failure: 'before' },
      { ...SCHEDULE, name: 'later', nextAtMs: NOW + 1 },
    ]);
    await runDueSchedules(scheduling, () => true);

    expect(replaced).toEqual([
      { ...SCHEDULE, failure: 'before', nextAtMs: NOW + 600_000 },
      { ...SCHEDULE, nextAtMs: TOMORROW, revision: 5, failure: undefined },
    ]);
    expect(notes).toHaveLength(3);
  });

  test('that another function has claimed are left alone', async () => {
    const { scheduling, notes } = world();
    const schedules = { ...scheduling.schedules, replace: () => Promise.resolve(false) };
    await runDueSchedules({ ...scheduling, schedules }, () => true);

    expect(notes).toEqual([]);
  });

  test('that fail say why, in the list and in the log', async () => {
    const { scheduling, replaced, logged } = world({ send: () => Promise.resolve('no') });
    await runDueSchedules(scheduling, () => true);

    const failure = 'Error: The letter was not sent: no';
    expect(replaced.at(-1)).toEqual({ ...SCHEDULE, nextAtMs: TOMORROW, revision: 5, failure });
    expect(logged).toEqual([['a scheduled report failed', { schedule: 'daily', error: failure }]]);
  });

  test('wait where there is no time', async () => {
    const { scheduling, replaced } = world();
    await runDueSchedules(scheduling, () => false);

    expect(replaced).toEqual([]);
  });
});

test('the first day that is kept is counted in the zone', () => {
  const at = Date.parse('2026-03-15T23:00:00Z');

  expect(firstKeptDay({ ...SCHEDULE, keepDays: 3 }, at)).toBe('2026-03-12');
  expect(firstKeptDay({ ...SCHEDULE, keepDays: 3, timeZone: 'Asia/Tokyo' }, at)).toBe('2026-03-13');
});
