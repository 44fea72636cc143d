import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { newFolder } from '#test/support/run/folders/new-folder';
import TrialEnvironment from './environment.mjs';
import type { Fault } from './instrument.ts';
import { KeptResults, type Reach } from './kept-results.ts';
import { nearestTests } from './nearest-tests.ts';
import { sampleLines } from './sample.ts';
import { testsFor } from './try-faults.ts';

describe('the tests of a file', () => {
  const folder = newFolder();
  const FILES = {
    'lib/a/deep.ts': 'export const deep = 1;',
    'lib/a/middle.ts': "import { deep } from './deep.ts';",
    'functions/top.ts': "import { middle } from '../lib/a/middle.ts';",
    'functions/other.ts': 'export const other = 1;',
    'test/lib/a/deep.test.ts': '',
    'test/lib/a/uses-middle.test.ts': "import '../../../lib/a/middle.ts';",
    'test/functions/top.test.ts': '',
    'test/functions/other.test.ts': "import '../../functions/other.ts';",
  };

  test('are the one about it, then those of what imports it, and no others', () => {
    const here = process.cwd();
    mkdirSync(folder, { recursive: true });
    process.chdir(folder);
    try {
      for (const [name, text] of Object.entries(FILES)) {
        mkdirSync(dirname(name), { recursive: true });
        writeFileSync(name, text);
      }
      const names = Object.keys(FILES);
      const isTest = (name: string): boolean => name.endsWith('.test.ts');
      const nearest = nearestTests(
        names.filter((name) => !isTest(name)),
        names.filter(isTest),
      );
      const tests = (file: string): string[] => nearest(file).map(({ test }) => test);
      expect(tests('lib/a/deep.ts')).toEqual([
        'test/lib/a/deep.test.ts',
        'test/lib/a/uses-middle.test.ts',
        'test/functions/top.test.ts',
      ]);
      expect(tests('functions/other.ts')).toEqual(['test/functions/other.test.ts']);
    } finally {
      process.chdir(here);
    }
  });
});

test('those of the database of the laptop are asked, and those that compare it with another', () => {
  const near = nearestTests()('lib/local/database/embedded/expressions/compile.ts').map(({ test }) => test);
  expect(near).toContain('test/lib/local/database/expressions/meaning.test.ts');
  expect(near).toContain('test/lib/local/database/differential.test.ts');
});

describe('the surroundings of a trial', () => {
  interface Switched {
    __stryker__?: { mutantCoverage?: { static: Record<string, number> } };
  }
  const switched = globalThis as Switched;
  const surroundings = (docblockPragmas: Record<string, string>) =>
    new TrialEnvironment({}, { console, docblockPragmas });
  afterEach(() => {
    delete switched.__stryker__;
  });

  test('have the fault on before anything of the source is loaded', async () => {
    const made = surroundings({ modules: 'own', fault: '7', hitLimit: '1000' });
    expect(switched.__stryker__).toEqual({ activeMutant: '7', hitCount: 0, hitLimit: 1_000 });
    await made.teardown();
  });

  test('without a fault tell which ones the test came by', async () => {
    const hitsFile = join(newFolder(), 'hits.json');
    const made = surroundings({ modules: 'own', hitsFile });
    switched.__stryker__ = Object.assign(switched.__stryker__ ?? {}, { mutantCoverage: { static: { 3: 2 } } });
    await made.teardown();
    expect(JSON.parse(readFileSync(hitsFile, 'utf8'))).toEqual({ 3: 2 });
  });
});

describe('the sample', () => {
  const folder = newFolder();
  const SOURCE = `/** A header. */
import { b } from './b.ts';

export interface A {
  readonly b: string;
}

export const a = b + 1; // A remark.
// Only a remark.
if (a > 1) {
  b(a);
}
`;

  function sample(count: number, seed: number) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'a.ts'), SOURCE);
    return sampleLines(folder, count, seed);
  }

  test('is of lines that do something', () => {
    expect(
      sample(100, 1)
        .map(({ line }) => line)
        .toSorted((a, b) => a - b),
    ).toEqual([8, 10, 11]);
  });

  test('is as large as asked for, and the same for the same seed', () => {
    expect(sample(2, 7)).toHaveLength(2);
    expect(sample(2, 7)).toEqual(sample(2, 7));
  });

  test('keeps what it has when another file changes', () => {
    const before = sample(2, 7);
    writeFileSync(join(folder, 'another.ts'), 'type Nothing = undefined;\n');
    expect(sample(2, 7)).toEqual(before);
  });
});

describe('the tests that a fault is tried with', () => {
  const LOCATION = { start: { line: 1, column: 0 }, end: { line: 1, column: 9 } };
  const fault = (key: string): Fault => ({
    id: key,
    key,
    fileName: 'lib/a.ts',
    code: '',
    mutatorName: '',
    replacement: '',
    location: LOCATION,
  });
  const reach = (test: string, hits: Reach['hits'], more: Partial<Reach> = {}): Reach => ({
    kind: 'reach',
    sample: 's',
    test,
    version: 'v',
    passed: true,
    ms: 100,
    hits,
    ...more,
  });
  const nearest = () => [{ test: 'own', steps: -0.5 }];

  test('reach it, pass without it, and are ordered by what is known of them', () => {
    const faults = [fault('1'), fault('2'), fault('3')];
    const reached = [
      reach('one, slow', { 1: 1 }, { ms: 900 }),
      reach('one', { 1: 1 }),
      reach('others only', { 2: 1, 3: 1 }),
      reach('two', { 1: 1, 3: 7 }),
      reach('fails anyway', { 1: 1 }, { passed: false }),
      reach('too slow', { 1: 1 }, { ms: 90_000 }),
      reach('own', { 1: 1 }, { ms: 9_000 }),
      reach('test/lib/near', { 1: 1 }),
      reach('has noticed', { 1: 1, 2: 1 }),
    ];
    const noticed = new Map([['2', 'has noticed']]);
    const found = testsFor(fault('1'), { faults, nearest }, reached, noticed);
    expect(found.map(({ test }) => test)).toEqual(['own', 'has noticed', 'test/lib/near', 'two', 'one', 'one, slow']);
  });
});

describe('what an earlier run has found out', () => {
  test('while a test is edited, is about the copy of it that runs', () => {
    const folder = newFolder();
    const copy = 'test/tools/mutate/mutate.test.ts';
    mkdirSync(dirname(join(folder, copy)), { recursive: true });
    writeFileSync(join(folder, copy), 'as it was');
    const run = new KeptResults(join(folder, 'results.jsonl'), folder);
    run.add({ kind: 'verdict', fault: 'f', test: copy, noticed: false });
    expect(run.tried('f')).toEqual(new Set([copy]));
  });

  test('is there again, except what a test that has changed since did not notice', () => {
    const folder = newFolder();
    const file = join(folder, 'results.jsonl');
    writeFileSync(join(folder, 'a.test.ts'), 'one');
    const run = new KeptResults(file, folder);
    const verdict = { kind: 'verdict', test: 'a.test.ts' } as const;
    run.add({ ...verdict, fault: 'f1', noticed: true });
    run.add({ ...verdict, fault: 'f2', noticed: false });

    const next = new KeptResults(file, folder);
    expect(next.noticed()).toEqual(new Map([['f1', 'a.test.ts']]));
    expect(next.tried('f2')).toEqual(new Set(['a.test.ts']));
    writeFileSync(join(folder, 'a.test.ts'), 'two');
    expect(next.tried('f2')).toEqual(new Set());
    expect(next.noticed()).toEqual(new Map([['f1', 'a.test.ts']]));
  });
});
