import { describe, expect, test } from '@jest/globals';
import { WrongSeed, type Path } from '#lib/local/sample/seed-file/form/problem';
import { readSeedText } from '#lib/local/sample/seed-file/form/seed-text';

const read = (text: string): Promise<unknown> => readSeedText(text, 'world.yaml').use((seed) => Promise.resolve(seed));

const refusal = (text: string, ...paths: Path[]): Promise<string> =>
  readSeedText(text, 'world.yaml')
    .use(() => Promise.reject(new WrongSeed(paths.map((path) => ({ path, message: 'No.' })))))
    .then(String, (error: unknown) => (error as Error).message);

/** Ten times as many values with each line. */
const manyAliases = (lines: number): string =>
  [
    'a0: &a0 [1]',
    ...Array.from(
      { length: lines },
      (_, n) => `a${String(n + 1)}: &a${String(n + 1)} [${`*a${String(n)}, `.repeat(10)}]`,
    ),
    '',
  ].join('\n');

describe('what a text says', () => {
  test.each([
    ['', {}],
    ['# nothing yet\n', {}],
    ['{"a": [1, null, "x"]}', { a: [1, null, 'x'] }],
    ['a: 2026-01-05\nb: yes\nc: ~\nd: 1e3', { a: '2026-01-05', b: 'yes', c: null, d: 1000 }],
    ['a: &one [1]\nb: *one', { a: [1], b: [1] }],
  ])('%j', async (text, seed) => {
    expect(await read(text)).toEqual(seed);
  });

  test('the same thing a thousand times', async () => {
    expect(await read(manyAliases(3))).toMatchObject({ a0: [1], a1: Array.from({ length: 10 }, () => [1]) });
  });

  test('numbers with more digits than a number holds stay as they are written', async () => {
    expect(await read('[9007199254740991, 9007199254740992, 20700000000000001251, 0.5, -3]')).toEqual([
      9007199254740991,
      '9007199254740992',
      '20700000000000001251',
      0.5,
      -3,
    ]);
  });
});

describe('what is wrong has its line', () => {
  const TEXT =
    'users:\n  - email: ann\n    events: [\n      {start: 1},\n      {start: 2}]\n\n  - "ben"\nvolumes: []\n';

  test.each<[Path, string]>([
    [[], 'world.yaml:1: No.'],
    [['users'], 'world.yaml:1: users: No.'],
    [['users', 0, 'events'], 'world.yaml:3: users[0].events: No.'],
    [['users', 0, 'events', 1, 'start'], 'world.yaml:5: users[0].events[1].start: No.'],
    [['users', 1], 'world.yaml:7: users[1]: No.'],
    [['volumes'], 'world.yaml:8: volumes: No.'],
  ])('%j', async (path, said) => {
    expect(await refusal(TEXT, path)).toBe(said);
  });

  test('that of what is around it, if it is not there', async () => {
    expect(await refusal(TEXT, ['users', 0, 'events', 0, 'end', 'date'])).toBe(
      'world.yaml:4: users[0].events[0].end.date: No.',
    );
  });

  test('in the order of the lines', async () => {
    expect((await refusal(TEXT, ['volumes'], ['users', 1], ['users'])).match(/:\d+:/g)).toEqual([':1:', ':7:', ':8:']);
  });

  test.each([
    ['a: 1\na: 2\n', 'world.yaml:2: duplicated mapping key'],
    ['a:\n\t- x\n', 'world.yaml:2: tab characters must not be used in indentation'],
    ['--- 1\n--- 2\n', 'world.yaml: There is more than one document in it.'],
    ['a: &a [*a]\n', 'world.yaml: Its aliases stand for themselves, or for more than 10,000,000 values.'],
    [manyAliases(9), 'world.yaml: Its aliases stand for themselves, or for more than 10,000,000 values.'],
  ])('%j is no seed', (text, said) => {
    expect(() => readSeedText(text, 'world.yaml')).toThrow(said);
  });

  test('another failure stays what it is', async () => {
    const failure = new Error('The disk is full.');
    await expect(readSeedText('{}', 'world.yaml').use(() => Promise.reject(failure))).rejects.toBe(failure);
  });
});
