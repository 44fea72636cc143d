/** Every program of package.json that is our own, as a person calls it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { runProgram, type Outcome } from '#test/support/stack/run-program';
import { ROOT } from '#test/support/stack/stack-process';
import { useProgramServer } from '#test/support/stack/use-program-server';

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const OURS = Object.entries(scripts).flatMap(([name, line]) => {
  const [, file] = /^node (?:--\S+ )*--import \S+ ((?:lib|functions|test)\/\S+\.ts)$/.exec(line) ?? [];
  // What npm calls by itself takes no options.
  return file === undefined || /^(?:pre|post)/.test(name) ? [] : [{ name, file }];
});

/** `create|list|revoke` of the first line of usage; none where a program does one thing. */
const verbsOf = (help: string): string[] => /^Usage: .* -- ([a-z-]+(?:\|[a-z-]+)+) /m.exec(help)?.[1]?.split('|') ?? [];

function expectHelp(name: string, outcome: Outcome | undefined): void {
  expect(outcome).toMatchObject({ code: 0, stderr: '' });
  const stdout = outcome?.stdout;
  expect(stdout).toMatch(new RegExp(`^Usage: npm (run (--silent )?)?${name}\\b`, 'm'));
  expect(stdout).toMatch(/^ {2}--help +show this help$/m);
  expect(stdout).toMatch(new RegExp(`^Example: npm (run (--silent )?)?${name}\\b`, 'm'));
}

function expectHint(outcome: Outcome | undefined): void {
  expect(outcome).toMatchObject({ code: 1, stdout: '' });
  expect(outcome?.stderr).toMatch(
    /^Unknown option '--hlep'\. Did you mean --help\?\n\nUsage: npm .*\nMore: npm .* --help\n$/,
  );
}

test('all of them are found', () => {
  const names = [
    'start',
    'token',
    'credentials',
    'key',
    'calendar',
    'channels',
    'books',
    'ads',
    'doctor',
    'generate',
    'build',
    'bench',
    'load',
    'cost',
    'fuzz',
    'isolation',
  ];
  expect(OURS.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
});

const WRONG_ARGUMENTS: readonly [string, readonly string[], string][] = [
  [
    'a word that is near another',
    ['lib/cli/calendar.ts', 'imprt', 'a.ics'],
    "import, export, pull, compare, groups, setting, ical-address or rewrite, not 'imprt'. Did you mean import?",
  ],
  [
    'a word that is near none',
    ['lib/cli/calendar.ts', 'constructor'],
    "import, export, pull, compare, groups, setting, ical-address or rewrite, not 'constructor'.",
  ],
  ['no word', ['lib/cli/key.ts', '--data', 'list'], 'Which command? create, list or revoke.'],
  [
    'a value that is near another',
    ['lib/cli/key.ts', 'create', '--service', 'calender'],
    "--service is calendar, books or all, not 'calender'. Did you mean calendar?",
  ],
  [
    'the beginning of an option',
    ['test/tools/load/command.ts', '--sec', '5'],
    "Unknown option '--sec'. Did you mean --seconds?",
  ],
  ['an option of another word', ['lib/cli/channels.ts', 'list', '--letter', 'all'], "Unknown option '--letter'."],
  ['an option without its value', ['test/tools/fuzz/command.ts', '--seed'], "Option '--seed <value>' argument missing"],
  [
    'a number that is none',
    ['test/tools/fuzz/command.ts', '--requests', 'many'],
    "--requests is a number from 1 to 1000000000, not 'many'.",
  ],
  [
    'a number out of range',
    ['test/tools/load/command.ts', '--faults', '0.9'],
    "--faults is a number from 0 to 0.5, not '0.9'.",
  ],
  [
    'a word too many',
    ['test/tools/isolation/command.ts', 'quickly'],
    "Unexpected argument 'quickly': this command takes only options.",
  ],
];

const outcomes = new Map<string, Outcome>();
const outcomeOf = (...call: readonly string[]): Outcome | undefined => outcomes.get(call.join(' '));
const verbsIn = (file: string): string[] => verbsOf(outcomeOf(file, '--help')?.stdout ?? '');

const programs = useProgramServer();

async function call(calls: readonly (readonly string[])[]): Promise<void> {
  const made = await Promise.all(calls.map(async (args) => [args.join(' '), await programs.run(args)] as const));
  for (const [text, outcome] of made) outcomes.set(text, outcome);
}

beforeAll(async () => {
  await call(OURS.map(({ file }) => [file, '--help']));
  await call([
    ...OURS.flatMap(({ file }) => verbsIn(file).map((verb) => [file, verb, '--help'])),
    ...OURS.map(({ file }) => [file, ...verbsIn(file).slice(0, 1), '--hlep']),
    ...WRONG_ARGUMENTS.map(([, args]) => args),
  ]);
});

describe.each(OURS)('$name', ({ name, file }) => {
  test('answers --help with its options and an example, and so does each of its words', () => {
    expectHelp(name, outcomeOf(file, '--help'));
    for (const verb of verbsIn(file)) expectHelp(name, outcomeOf(file, verb, '--help'));
  });

  test('says which option is wrong and which is near', () => {
    expectHint(outcomeOf(file, ...verbsIn(file).slice(0, 1), '--hlep'));
  });
});

describe('arguments', () => {
  test.each(WRONG_ARGUMENTS)('%s', (_name, args, sentence) => {
    const { code, stdout, stderr } = outcomeOf(...args) ?? {};

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr?.split('\n')[0]).toBe(sentence);
  });

  test('may come before the word that says what to do', async () => {
    const { code, stderr } = await runProgram(['lib/cli/key.ts', '--data', '/nonexistent', 'list']);

    expect(code).toBe(1);
    expect(stderr).toMatch(/^There is no data in \/nonexistent: begin with `npm start`, .*\n$/);
  });
});
