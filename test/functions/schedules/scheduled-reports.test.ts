/**
 * Reports that come by themselves, made by the function of every minute under its role.
 * @modules own
 */
import '#test/support/ads/own-bucket';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import PostalMime from 'postal-mime';
import { runDueSchedules, type Scheduling } from '#lib/ads/reports/schedule/run-schedules';
import type { Schedule } from '#lib/ads/reports/schedule/schedule';
import { sqlText } from '#lib/api/text/sql-text';
import { changeSchedules } from '#lib/cli/ads/schedules';
import { folderMailer } from '#lib/mail/mailer';
import { scheduling, sendBy } from '#lib/runtime/ads/schedules';
import { bucket } from '#lib/runtime/bucket';
import { pollOnce } from '#test/support/ads/report-service';
import { useReportService } from '#test/support/ads/use-report-service';
import { newFolder } from '#test/support/run/folders/new-folder';
import { underRole } from '#test/support/run/under-role';

const service = useReportService();
const DAY_MS = 86_400_000;
const { schedules } = scheduling;
let outbox: string;

/** At six on the day after the world's last. */
const morning = (): number => Date.parse(`${service.world.lastDay}T06:00:00Z`) + DAY_MS;
const dayBefore = (days: number): string => new Date(morning() - (days + 1) * DAY_MS).toISOString().slice(0, 10);
const folder = (day: string): string => `scheduled-reports/accounts/day=${day}/`;

const scheduleOf = (more: Partial<Schedule> = {}): Schedule => ({
  name: 'accounts',
  request: {
    reportType: 'account',
    reportScope: { agencyId: service.world.agencyId },
    columns: ['accountId', 'date', 'clicks'].map((columnName) => ({ columnName })),
  },
  at: '06:00',
  timeZone: 'UTC',
  keepDays: 400,
  again: 2,
  mail: 'ann@example.com',
  nextAtMs: morning(),
  revision: 0,
  ...more,
});

/** What the function does, at this moment and with mail into a folder. */
const runAt = (nowMs: number, more: Partial<Scheduling> = {}): Promise<void> =>
  underRole('pollReports', runDueSchedules)(
    {
      ...scheduling,
      clock: { now: () => new Date(nowMs) },
      send: sendBy(folderMailer(outbox, 'almanac@localhost')),
      log: { info: () => undefined, error: () => undefined },
      ...more,
    },
    () => true,
  );
const read = async (key: string): Promise<string> => textOf(await bucket.open(key));
const letters = async () =>
  Promise.all(
    (await readdir(outbox).catch(() => [])).map(async (name) =>
      new PostalMime().parse(await readFile(join(outbox, name))),
    ),
  );

beforeEach(() => {
  outbox = join(newFolder(), 'outbox');
});
afterEach(async () => {
  for (const { name } of await schedules.list()) await schedules.remove(name);
  for (const key of await bucket.list('scheduled-reports/')) await bucket.remove(key);
});

describe('a schedule that is due', () => {
  test('makes yesterday and the days before it: a table, the same as Parquet, and a page, under name and day', async () => {
    await schedules.put(scheduleOf());

    await runAt(morning());

    expect((await bucket.list('scheduled-reports/')).toSorted()).toEqual(
      [dayBefore(1), dayBefore(0)].flatMap((day) =>
        ['report.csv', 'report.html', 'report.parquet'].map((name) => `${folder(day)}${name}`),
      ),
    );
    const rows = parse(await read(`${folder(dayBefore(0))}report.csv`), { columns: true }) as Record<string, string>[];
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(Object.values(rows).map((row) => row['date']))).toEqual(new Set([dayBefore(0)]));
    expect(await read(`${folder(dayBefore(0))}report.html`)).toContain('<h1>Account report</h1>');
    const local = join(newFolder(), 'report.parquet');
    await bucket.download(`${folder(dayBefore(0))}report.parquet`, local);
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const counted = await connection.runAndReadAll(`SELECT sum(clicks) FROM ${sqlText(local)}`);
    expect(Number(counted.getRows()[0]?.[0])).toBe(rows.reduce((sum, row) => sum + Number(row['clicks']), 0));
    connection.closeSync();
  });

  test('writes one letter, with a link to the page that needs no token', async () => {
    await schedules.put(scheduleOf());

    await runAt(morning());

    const [letter, ...others] = await letters();
    expect(others).toEqual([]);
    expect(letter).toMatchObject({ subject: `accounts, ${dayBefore(0)}`, to: [{ address: 'ann@example.com' }] });
    const link = /https?:\S+/.exec(letter?.text ?? '')?.[0] ?? '';
    const answer = await fetch(link);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
    expect(await answer.text()).toContain('<h1>Account report</h1>');
  });

  test('runs once, however many functions look, and again on the next day', async () => {
    await schedules.put(scheduleOf());

    await Promise.all([runAt(morning()), runAt(morning()), runAt(morning())]);
    await runAt(morning() + 60_000);

    expect(await letters()).toHaveLength(1);
    expect((await schedules.list()).map(({ nextAtMs }) => nextAtMs)).toEqual([morning() + DAY_MS]);
  });

  test('leaves the files of a day whose numbers are the same, and removes those that are too old', async () => {
    await schedules.put(scheduleOf({ keepDays: 2 }));
    await runAt(morning());
    const marked = `${folder(dayBefore(0))}report.html`;
    const before = await read(marked);
    const untouched: string[] = [];
    const watching: Scheduling['files'] = {
      ...scheduling.files,
      make: async (request, into) => {
        const made = await scheduling.files.make(request, into);
        if (!made.isNew) untouched.push(into);
        return made;
      },
    };

    await runAt(morning() + DAY_MS, { files: watching });

    expect(untouched).toEqual([folder(dayBefore(0))]);
    expect(await read(marked)).toBe(before);
    expect((await bucket.list('scheduled-reports/')).some((key) => key.includes(dayBefore(1)))).toBe(false);
  });

  test('that fails says why in the list, and comes again on the next day', async () => {
    await schedules.put(scheduleOf({ request: { reportType: 'nothing' } }));

    await runAt(morning());

    const [kept] = await schedules.list();
    expect(kept?.failure).toContain("There is no report type 'nothing'");
    expect(kept?.nextAtMs).toBe(morning() + DAY_MS);
  });

  test('is found by the function of every minute', async () => {
    await schedules.put(scheduleOf({ mail: undefined, nextAtMs: Date.now() - 1, again: 1 }));

    await pollOnce();

    expect(await bucket.list('scheduled-reports/')).toHaveLength(3);
  });
});

describe('npm run ads -- schedule', () => {
  const choices = { at: '06:00', zone: 'UTC', keep: '400d', again: '1' };

  test.each([
    ['no verb', [], choices, 'schedule add, list, run or remove'],
    ['a time that is none', ['add', 'a.json'], { ...choices, at: '25:00' }, '--at is a time'],
    ['a file that is not there', ['add', 'nowhere.json'], choices, 'There is no file nowhere.json'],
    ['a name that is none', ['remove', 'nothing'], choices, 'There is no schedule nothing'],
  ])('refuses %s', async (_name, words, given, sentence) => {
    const spec = join(newFolder(), 'a.json');
    await writeFile(spec, '{}');

    await expect(
      changeSchedules(
        words.map((word) => (word === 'a.json' ? spec : word)),
        given,
      ),
    ).rejects.toThrow(sentence);
  });
});
