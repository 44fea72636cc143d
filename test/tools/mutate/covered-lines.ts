/** Which test files run which statements, found by one run of all tests; kept until a file of the source changes. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const CACHE = resolve('node_modules/.cache/almanac/mutate');

export interface Statement {
  readonly from: number;
  readonly to: number;
  /** Places in `tests`. */
  readonly by: readonly number[];
}

export interface CoveredLines {
  /** Test files, those that run the fewest files of the source first: they are most likely to be about one. */
  readonly tests: readonly string[];
  /** By file of the source. */
  readonly statements: Readonly<Record<string, readonly Statement[]>>;
}

function sourceHash(): string {
  const hash = createHash('sha256');
  for (const file of globSync(['lib/**/*.ts', 'functions/**/*.ts', 'test/**/*.ts']).toSorted())
    hash.update(file).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

function runAll(outputFile: string): Promise<void> {
  console.log('Which tests run which lines is found out by a run of all of them, once. It takes about ten minutes.');
  const args = [
    '--experimental-vm-modules',
    '--no-warnings',
    'node_modules/jest/bin/jest.js',
    '--coverage',
    '--coverageReporters=none',
    '--coveragePathIgnorePatterns=/(node_modules|test|functions)/',
    '--reporters=default',
    '--reporters=<rootDir>/test/tools/mutate/coverage-reporter.ts',
  ];
  const env = { ...process.env, ALMANAC_COVERED_LINES: outputFile };
  const child = spawn(process.execPath, args, { stdio: 'inherit', env });
  return new Promise((done, reject) => {
    child.on('error', reject).on('exit', (code) => {
      if (existsSync(outputFile)) done();
      else reject(new Error(`The run of all tests ended with ${String(code)}.`));
    });
  });
}

export async function coveredLines(): Promise<CoveredLines> {
  mkdirSync(CACHE, { recursive: true });
  const file = join(CACHE, `covered-${sourceHash()}.json`);
  if (!existsSync(file)) await runAll(file);
  return JSON.parse(readFileSync(file, 'utf8')) as CoveredLines;
}

/** Tests that run one of the lines, most likely ones first. */
export function testsOf({ tests, statements }: CoveredLines, file: string, lines: readonly number[]): string[] {
  const places = lines.flatMap((line) => {
    const around = (statements[file] ?? []).filter(({ from, to }) => from <= line && line <= to);
    return around.toSorted((a, b) => a.to - a.from - (b.to - b.from))[0]?.by ?? [];
  });
  return [...new Set(places)].toSorted((a, b) => a - b).flatMap((place) => tests[place] ?? []);
}
