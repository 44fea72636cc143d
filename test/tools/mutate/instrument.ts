/**
 * Puts faults into files by Stryker, each behind a switch. Its instrumenter is fetched when it is first used, for
 * nobody else needs its 77 packages.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Line } from './sample.ts';

const PACKAGE = '@stryker-mutator/instrumenter';
const VERSION = '10.0.0';
export const FOLDER = resolve('node_modules/.cache/almanac/mutate');

interface Position {
  readonly line: number;
  readonly column: number;
}

interface Mutant {
  readonly id: string;
  readonly fileName: string;
  readonly mutatorName: string;
  readonly replacement: string;
  readonly location: { readonly start: Position; readonly end: Position };
}

export interface Fault extends Mutant {
  /** The same in every run, as long as its file is the same. */
  readonly key: string;
  /** The line that it is in. */
  readonly code: string;
}

interface Instrumented {
  readonly files: readonly { readonly name: string; readonly content: string }[];
  readonly mutants: readonly Mutant[];
}

interface Instrumenter {
  instrument(files: readonly object[], options: object): Promise<Instrumented>;
}

const silent = () => undefined;
const LOGGER = { debug: silent, info: silent, warn: silent, error: silent, isDebugEnabled: () => false };

async function instrumenter(): Promise<Instrumenter> {
  const folder = join(FOLDER, 'node_modules', PACKAGE);
  if (!existsSync(folder)) {
    mkdirSync(FOLDER, { recursive: true });
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', FOLDER, `${PACKAGE}@${VERSION}`]);
  }
  const { Instrumenter: Stryker } = (await import(pathToFileURL(join(folder, 'dist/src/index.js')).href)) as {
    readonly Instrumenter: new (logger: object) => Instrumenter;
  };
  return new Stryker(LOGGER);
}

function asFault(mutant: Mutant, source: string): Fault {
  const { fileName, mutatorName, replacement, location } = mutant;
  const text = JSON.stringify([fileName, source, mutatorName, replacement, location]);
  const key = createHash('sha1').update(text).digest('hex').slice(0, 16);
  return { ...mutant, key, code: source.split('\n')[location.start.line]?.trim() ?? '' };
}

/** The faults of the lines, and the files that hold them all, by name. */
export async function instrument(
  lines: readonly Line[],
): Promise<{ readonly faults: readonly Fault[]; readonly files: ReadonlyMap<string, string> }> {
  const files = [...Map.groupBy(lines, ({ file }) => file)].map(([name, chosen]) => ({
    name,
    content: readFileSync(name, 'utf8'),
    mutate: chosen.map(({ line }) => ({ start: { line: line - 1, column: 0 }, end: { line: line - 1, column: 999 } })),
  }));
  const made = await (await instrumenter()).instrument(files, { plugins: null, excludedMutations: [], ignorers: [] });
  const sources = new Map(files.map(({ name, content }) => [name, content]));
  const faults = made.mutants.map((mutant) => asFault(mutant, sources.get(mutant.fileName) ?? ''));
  return { faults, files: new Map(made.files.map(({ name, content }) => [name, content])) };
}
