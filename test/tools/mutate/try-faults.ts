/**
 * Finds out which faults the tests notice. First each test near the faults runs without any, and tells which it
 * reaches: a test that never comes by a fault cannot notice it. Then each fault is tried with the tests that reach it,
 * one after another, until one fails.
 */
import { createHash } from 'node:crypto';
import type { Fault } from './instrument.ts';
import type { KeptResults, Reach } from './kept-results.ts';
import type { NearestTests } from './nearest-tests.ts';
import type { Sandbox, Trial } from './run-faults.ts';

/** So many trials share the start of jest and its servers. */
const BATCH = 16;
const MAX_NEAR = 60;
/** Slower ones would take longer than the rest together. */
const MAX_TEST_MS = 25_000;
/** Tests of the importers, and of theirs, are all as good as their reach. */
const NOT_ABOUT = 0.5;
/** Of a loop that a fault makes longer, before it is taken for endless. */
const MAX_TIMES_LONGER = 100;

export interface Attempt {
  readonly faults: readonly Fault[];
  readonly sandbox: Sandbox;
  readonly kept: KeptResults;
  readonly nearest: NearestTests;
  /** How many tests a fault is tried with. */
  readonly tests: number;
  /** False when no other batch may begin. */
  mayGoOn(): boolean;
}

const sampleOf = (faults: readonly Fault[]): string =>
  createHash('sha1')
    .update(
      faults
        .map(({ key }) => key)
        .toSorted()
        .join(),
    )
    .digest('hex')
    .slice(0, 16);

/** What each test reaches, by its name; undefined where time was too short to ask them all. */
export function askReach({ faults, sandbox, kept, nearest, mayGoOn }: Attempt): Map<string, Reach> | undefined {
  const sample = sampleOf(faults);
  const keys = new Map(faults.map(({ id, key }) => [id, key]));
  const files = new Set(faults.map(({ fileName }) => fileName));
  const near = new Set(
    [...files].flatMap((file) =>
      nearest(file)
        .slice(0, MAX_NEAR)
        .map(({ test }) => test),
    ),
  );
  const known = kept.reaches(sample);
  const left = [...near].filter((test) => !known.has(test));
  while (left.length > 0) {
    if (!mayGoOn()) return undefined;
    for (const { trial, passed, ms, hits } of sandbox.run(left.splice(0, BATCH).map((test) => ({ test })))) {
      const byKey = Object.fromEntries(
        Object.entries(hits).flatMap(([id, count]) => (keys.has(id) ? [[keys.get(id), count]] : [])),
      ) as Record<string, number>;
      kept.add({ kind: 'reach', sample, ...trial, passed, ms, hits: byKey });
    }
    console.log(`${String(left.length)} tests left to ask which faults they reach`);
  }
  return kept.reaches(sample);
}

const foldersOf = (path: string): string[] =>
  path
    .replace(/^test\//, '')
    .split('/')
    .slice(0, -1);

/** In how many folders, from the top, both are. */
function sharedFolders(test: string, file: string): number {
  const others = foldersOf(file);
  const at = foldersOf(test).findIndex((folder, index) => folder !== others[index]);
  return at === -1 ? foldersOf(test).length : at;
}

/**
 * Those about the file itself first, then those that have noticed other faults of it, then those that are near to it,
 * then those that reach most of it, then the fast ones.
 */
export function testsFor(
  fault: Fault,
  { faults, nearest }: Pick<Attempt, 'faults' | 'nearest'>,
  reach: Iterable<Reach>,
  noticed: ReadonlyMap<string, string> = new Map(),
): Reach[] {
  const { fileName } = fault;
  const steps = new Map(nearest(fileName).map((one) => [one.test, one.steps]));
  const others = faults.filter((other) => other.fileName === fileName).map(({ key }) => key);
  const ranked = [...reach]
    .filter(({ passed, ms, hits }) => passed && ms < MAX_TEST_MS && (hits[fault.key] ?? 0) > 0)
    .map((one) => ({
      one,
      rank: [
        -Math.min(steps.get(one.test) ?? NOT_ABOUT, NOT_ABOUT),
        others.filter((key) => noticed.get(key) === one.test).length,
        sharedFolders(one.test, fileName),
        others.filter((key) => (one.hits[key] ?? 0) > 0).length,
        -one.ms,
      ],
    }));
  const byRank = (a: readonly number[], b: readonly number[]): number =>
    a.map((value, index) => (b[index] ?? 0) - value).find((difference) => difference !== 0) ?? 0;
  return ranked.toSorted((a, b) => byRank(a.rank, b.rank)).map(({ one }) => one);
}

/** Whether every fault that is not noticed has been tried as often as asked for. */
export function tryFaults(attempt: Attempt, reach: ReadonlyMap<string, Reach>): boolean {
  const { faults, sandbox, kept, tests, mayGoOn } = attempt;
  const keys = new Map(faults.map(({ id, key }) => [id, key]));
  for (;;) {
    const noticed = kept.noticed();
    const trials: Trial[] = faults
      .filter(({ key }) => !noticed.has(key))
      .flatMap((fault) => {
        const { id, key } = fault;
        const tried = kept.tried(key);
        if (tried.size >= tests) return [];
        const next = testsFor(fault, attempt, reach.values(), noticed).find(({ test }) => !tried.has(test));
        const hitLimit = ((next?.hits[key] ?? 0) + 10) * MAX_TIMES_LONGER;
        return next === undefined ? [] : [{ test: next.test, faultId: id, hitLimit, ms: next.ms * (1 + tried.size) }];
      })
      .toSorted((a, b) => a.ms - b.ms);
    if (trials.length === 0) return true;
    if (!mayGoOn()) return false;
    for (const { trial, passed } of sandbox.run(trials.slice(0, BATCH))) {
      const { test, faultId = '' } = trial;
      kept.add({
        kind: 'verdict',
        fault: keys.get(faultId) ?? '',
        test,
        noticed: !passed,
      });
    }
    console.log(`${String(kept.noticed().size)} noticed, ${String(trials.length)} in question`);
  }
}
