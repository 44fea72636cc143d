/** `npm run doctor` on a data folder: one that is all right, and copies of it with something broken on purpose. */
import {
  chmodSync,
  cpSync,
  mkdirSync,
  openSync,
  rmSync,
  utimesSync,
  writeFileSync,
  writeSync,
  closeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { checkDisk } from '#lib/cli/doctor/data-folder';
import type { Finding } from '#lib/cli/doctor/finding';
import { examineLaptop } from '#lib/cli/doctor/laptop';
import { newFolder } from '#test/support/run/folders/new-folder';
import { runProgram, type Outcome } from '#test/support/stack/run-program';
import { startStackProcess } from '#test/support/stack/stack-process';

const doctor = (data: string): Promise<Outcome> => runProgram(['lib/cli/doctor.ts', '--data', data]);

let good: string;
let outcomes: Record<'running' | 'killed', Outcome>;
beforeAll(async () => {
  good = newFolder();
  const stack = await startStackProcess(good, '--empty');
  const running = await doctor(good);
  stack.child.kill('SIGKILL');
  await stack.ended;
  outcomes = { running, killed: await doctor(good) };
});

describe('a stack', () => {
  test('that runs is all right', () => {
    const { code, stdout, stderr } = outcomes.running;

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).not.toContain('WRONG');
    expect(stdout).toMatch(/\nNothing is wrong\.\n$/);
    expect(stdout).toMatch(/^ok {5}gateway: http:\S+\/healthz answers$/m);
    expect(stdout).toMatch(/^ok {5}table almanac-local-calendar: /m);
    expect(stdout).toMatch(/^ok {5}object storage: whole, and the bucket almanac-local answers$/m);
    expect(stdout).toMatch(/^ok {5}propagate: [\d,]+ changes? of almanac-local-calendar wait/m);
  });

  test('that was killed is missed, with what to do', () => {
    const { code, stdout } = outcomes.killed;

    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^WRONG {2}gateway: the stack \(process \d+\) ended without saying so\n {7}`npm start -- --data /m,
    );
    expect(stdout).toMatch(/\n1 of \d+ are wrong\.\n$/);
  });

  test('whose folder is not there is told in a sentence', async () => {
    const { code, stdout } = await doctor('/nonexistent');

    expect(code).toBe(1);
    expect(stdout).toContain(
      'WRONG  data folder: /nonexistent is not there\n       Begin with `npm start -- --data /nonexistent`',
    );
  });
});

describe('what is broken', () => {
  let data: string;
  beforeEach(() => {
    data = newFolder();
    cpSync(good, data, { recursive: true });
  });

  const at = (name: string): string => join(data, name);
  const change = (sql: string): void => {
    const database = new DatabaseSync(at('database.sqlite'));
    database.exec(sql);
    database.close();
  };
  /** But for the stack, which none of the copies has. */
  const faults = async (): Promise<Finding[]> =>
    (await examineLaptop(data)).filter(({ what, isWrong }) => isWrong && !what.startsWith('gateway: the stack'));
  const overwrite = (name: string, position: number, length: number): void => {
    const file = openSync(at(name), 'r+');
    writeSync(file, Buffer.alloc(length, 0xa5), 0, length, position);
    closeSync(file);
  };

  test('nothing, in a copy', async () => {
    expect(await faults()).toEqual([]);
  });

  const BREAKS: readonly [string, () => void, RegExp, RegExp][] = [
    [
      'a table',
      () => {
        change("DELETE FROM tables WHERE name = 'almanac-local-books'");
      },
      /^table almanac-local-books is not there$/,
      /Start the stack again/,
    ],
    [
      'an index',
      () => {
        change('DROP INDEX "items_1 byChange"');
      },
      /^table almanac-local-calendar lacks .* byChange"/,
      /put a copy/,
    ],
    [
      'a schema',
      () => {
        change(`UPDATE tables SET schema = replace(schema, '"timeKey"', '"startKey"')`);
      },
      /^table almanac-local-calendar has other keys/,
      /--fresh/,
    ],
    [
      'a database file of a newer release',
      () => {
        change('PRAGMA user_version = 99');
      },
      /newer Almanac \(format 99\)/,
      /Update this one/,
    ],
    [
      'a page of the database',
      () => {
        change('PRAGMA wal_checkpoint(TRUNCATE)');
        overwrite('database.sqlite', 4096, 8 * 4096);
      },
      /database\.sqlite (is damaged|cannot be read): /,
      /put a copy of database\.sqlite/,
    ],
    [
      'the head of the database',
      () => {
        change('PRAGMA wal_checkpoint(TRUNCATE)');
        overwrite('database.sqlite', 0, 100);
      },
      /database\.sqlite cannot be read: /,
      /put a copy of database\.sqlite/,
    ],
    [
      'the database',
      () => {
        for (const end of ['', '-wal', '-shm']) rmSync(at(`database.sqlite${end}`), { force: true });
      },
      /^database: .* is not there$/,
      /npm start/,
    ],
    [
      'the object storage',
      () => {
        for (const end of ['-wal', '-shm']) rmSync(at(`s3/objects.sqlite${end}`), { force: true });
        writeFileSync(at('s3/objects.sqlite'), 'no database at all'.repeat(100));
      },
      /^object storage: /,
      /put a copy of the folder s3/,
    ],
    [
      'a newer folder',
      () => {
        writeFileSync(at('version.json'), '4');
      },
      /written by a newer Almanac \(version 4/,
      /Update this Almanac/,
    ],
    [
      'the version of the folder',
      () => {
        writeFileSync(at('version.json'), '{');
      },
      /version\.json is damaged/,
      /Remove it/,
    ],
    [
      'the key of the issuer',
      () => {
        writeFileSync(at('issuer.json'), '{', { mode: 0o600 });
      },
      /^issuer: the key .* does not sign: /,
      /makes a new key/,
    ],
    [
      'the issuer',
      () => {
        rmSync(at('issuer.json'));
      },
      /^issuer: .* is not there$/,
      /Put .* back from a copy/,
    ],
    [
      'the outbox',
      () => {
        rmSync(at('outbox'), { recursive: true, force: true });
        writeFileSync(at('outbox'), '');
      },
      /^outbox: .* is no folder$/,
      /Move it away/,
    ],
    [
      'the clock',
      () => {
        utimesSync(at('version.json'), 4_102_444_800, 4_102_444_800);
      },
      /^clock: what is kept is \d+ s younger than now$/,
      /NTP/,
    ],
    [
      'what the stack says of itself',
      () => {
        writeFileSync(at('endpoints.json'), '{');
      },
      /^endpoints\.json: could not be checked/,
      /start it again/,
    ],
  ];

  test.each(BREAKS)('%s', async (_name, breakIt, what, advice) => {
    breakIt();

    expect(await faults()).toEqual([
      { what: expect.stringMatching(what), isWrong: true, advice: expect.stringMatching(advice) },
    ]);
  });

  test.each([
    [
      'a gateway that does not answer',
      'http://127.0.0.1:1/',
      /^gateway: http:\/\/127\.0\.0\.1:1\/healthz does not answer$/,
    ],
  ])('%s', async (_name, gateway, what) => {
    writeFileSync(at('endpoints.json'), JSON.stringify({ gateway, pid: process.pid, env: {} }));

    expect(await faults()).toEqual([
      {
        what: expect.stringMatching(what),
        isWrong: true,
        advice: expect.stringMatching(/^Stop process \d+, then `npm start/),
      },
    ]);
  });

  test('a stack that was stopped', async () => {
    rmSync(at('endpoints.json'));

    expect(await faults()).toEqual([
      {
        what: 'gateway: no stack runs on this folder',
        isWrong: true,
        advice: expect.stringContaining('npm start -- --data'),
      },
    ]);
  });

  test('changes that nobody was told of for long, while a stack runs', async () => {
    change(
      `INSERT INTO changes (table_id, at, name, pk, sk, old_marked, new_marked, is_expiry)
        SELECT id, 0, 'INSERT', 'a', 'b', 0, 0, 0 FROM tables WHERE name = 'almanac-local-ads'`,
    );
    writeFileSync(at('endpoints.json'), JSON.stringify({ gateway: 'http://127.0.0.1:1/', pid: process.pid, env: {} }));

    expect((await faults()).map(({ what }) => what)).toContainEqual(
      expect.stringMatching(/^pollReports: 1 change of almanac-local-ads wait, the oldest for \d+ s$/),
    );
  });

  test('a key that others can read', async () => {
    chmodSync(at('issuer.json'), 0o644);

    expect((await faults()).map(({ what }) => what)).toEqual([
      expect.stringMatching(/^issuer: others on this machine can read /),
    ]);
  });

  test('a full disk', () => {
    mkdirSync(at('outbox'), { recursive: true });

    expect(checkDisk(data, Infinity)).toEqual([
      {
        what: expect.stringMatching(/^disk: \d+ MiB are free$/),
        isWrong: true,
        advice: expect.stringContaining('Make room'),
      },
    ]);
  });
});
