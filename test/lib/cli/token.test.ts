import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { decodeJwt } from 'jose';
import { openIssuer } from '#lib/local/sign-in/issuer';
import { tokenVerifier } from '#lib/middleware/auth/verify-token';
import { systemClock } from '#lib/runtime/process/clock';
import { newFolder } from '#test/support/run/folders/new-folder';
import { callPrograms, runProgram, type Outcome } from '#test/support/stack/run-program';

let data: string;

/** With a key, as a stack leaves it. */
beforeEach(async () => {
  data = newFolder();
  await openIssuer(data);
});

const TOKEN = 'lib/cli/token.ts';
const token = (...args: string[]): Promise<Outcome> => runProgram([TOKEN, ...args, '--data', data]);

const LIFETIMES: readonly (readonly [string, readonly string[], number])[] = [
  ['an hour by default', [], 3600],
  ['--ttl 90', ['--ttl', '90'], 90],
  ['--ttl 30m', ['--ttl', '30m'], 1800],
  ['--ttl 7d', ['--ttl', '7d'], 604_800],
];
const REFUSED: readonly (readonly [string, readonly string[], string])[] = [
  ['no address', [], 'Whose token?'],
  ['no address but a word', ['alice'], "'alice' is not an address"],
  ['two addresses', ['a@example.com', 'b@example.com'], "Unexpected argument 'b@example.com'"],
  [
    'an unknown scope',
    ['a@example.com', '--scope', 'calender'],
    "There is no scope 'calender'. Did you mean calendar?",
  ],
  ['a time that is none', ['a@example.com', '--ttl', 'soon'], "not 'soon'"],
  ['no time at all', ['a@example.com', '--ttl', '0'], "not '0'"],
  ['an unknown option', ['a@example.com', '--scop', 'x'], "Unknown option '--scop'. Did you mean --scope?"],
];
/** By name of the case; called one after the other in one process. */
const outcomes = new Map<string, Outcome>();
beforeAll(async () => {
  const folder = newFolder();
  await openIssuer(folder);
  const calls = [
    ...LIFETIMES.map(([name, args]) => ({ name, args: ['a@example.com', ...args] })),
    ...REFUSED.map(([name, args]) => ({ name, args })),
  ];
  const made = await callPrograms(calls.map(({ args }) => [TOKEN, ...args, '--data', folder]));
  for (const [index, outcome] of made.entries()) outcomes.set(calls[index]?.name ?? '', outcome);
});

describe('npm run token', () => {
  test('prints one token and nothing else; the issuer of the data folder vouches for it', async () => {
    const { code, stdout, stderr } = await token('Alice@example.com');

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
    const { issuer } = await openIssuer(data);
    const user = await tokenVerifier([issuer], systemClock)(stdout.trim());
    expect(user.email).toBe('alice@example.com');
    expect(user.scopes).toEqual(
      expect.arrayContaining([
        'https://www.googleapis.com/auth/calendar',
        'https://www.googleapis.com/auth/books',
        'https://www.googleapis.com/auth/doubleclicksearch',
      ]),
    );
  });

  test.each(LIFETIMES)('is good for %s', (name, _args, seconds) => {
    const { iat = 0, exp = 0 } = decodeJwt(outcomes.get(name)?.stdout.trim() ?? '');

    expect(exp - iat).toBe(seconds);
  });

  test('has only the scopes that are named, in full or in short, and the client', async () => {
    const { stdout } = await token(
      'a@example.com',
      '--scope',
      'calendar.readonly',
      '--scope',
      'https://www.googleapis.com/auth/books',
      '--client',
      'planner',
    );

    expect(decodeJwt(stdout.trim())).toMatchObject({
      iss: 'https://almanac.localhost',
      scope: 'https://www.googleapis.com/auth/calendar.readonly https://www.googleapis.com/auth/books',
      azp: 'planner',
    });
  });

  test.each(REFUSED)('refuses %s with a sentence and exit code 1', (name, _args, sentence) => {
    const { code, stdout, stderr } = outcomes.get(name) ?? {};

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(sentence);
    expect(stderr).toContain('Usage: npm run --silent token');
    expect(stderr).not.toContain('    at ');
  });
});

describe('a folder that no stack has run on', () => {
  test('gets no key of its own, whose tokens would be refused: there is a sentence on what to do', async () => {
    const empty = newFolder();

    const { code, stdout, stderr } = await runProgram([TOKEN, 'a@example.com', '--data', empty]);

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(`There is no data in ${empty}: begin with \`npm start\`, name its folder with --data DIR`);
    expect(readdirSync(empty)).toEqual([]);
  });
});

describe('the key in the data folder', () => {
  const path = () => join(data, 'issuer.json');
  beforeEach(() => {
    rmSync(path());
  });

  test('can be read by its owner only', async () => {
    await openIssuer(data);

    expect(statSync(path()).mode & 0o777).toBe(0o600);
  });

  test('is the same for two programs that make it at once', async () => {
    const issuers = await Promise.all([openIssuer(data), openIssuer(data), openIssuer(data)]);

    expect(new Set(issuers.map(({ issuer }) => JSON.stringify(issuer))).size).toBe(1);
    expect(readdirSync(data)).toEqual(['issuer.json']);
  });

  test('never leaves it: what the functions are told has no secret part', async () => {
    const { issuer } = await openIssuer(data);
    const { d } = JSON.parse(readFileSync(path(), 'utf8')) as { d: string };

    expect(d).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(issuer)).not.toContain(d);
  });

  test('that is damaged is named', async () => {
    writeFileSync(path(), '{"kty":');

    const { code, stderr } = await token('a@example.com');

    expect(code).toBe(1);
    expect(stderr).toContain(`${path()} is damaged`);
  });
});
