/**
 * Puts faults into files by Stryker, each behind a switch. Its instrumenter is fetched when it is first used, for nobody
 * else needs its 77 packages.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Line } from './sample.ts';

const PACKAGE = '@stryker-mutator/instrumenter';
const VERSION = '10.0.0';
const FOLDER = resolve('node_modules/.cache/almanac/mutate');

export interface Fault {
  readonly id: string;
  readonly fileName: string;
  readonly mutatorName: string;
  readonly replacement: string;
  readonly location: { readonly start: { readonly line: number }; readonly end: { readonly line: number } };
}

interface Instrumented {
  readonly files: readonly { readonly name: string; readonly content: string }[];
  readonly mutants: readonly Fault[];
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
  return { faults: made.mutants, files: new Map(made.files.map(({ name, content }) => [name, content])) };
}
