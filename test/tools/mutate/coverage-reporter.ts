/** Writes which test files run which statements into the file that `ALMANAC_COVERED_LINES` names. */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { CoveredLines, Statement } from './covered-lines.ts';

/** What this needs of jest's results. */
interface Result {
  readonly testFilePath: string;
  readonly coverage?: Readonly<Record<string, FileCoverage>>;
}

interface FileCoverage {
  readonly statementMap: Readonly<
    Record<string, { readonly start: { readonly line: number }; readonly end: { readonly line: number } }>
  >;
  /** How often each was run. */
  readonly s: Readonly<Record<string, number>>;
}

/** Statements of a file that a test has run, as `from-to`. */
const ranIn = ({ statementMap, s }: FileCoverage): ReadonlySet<string> => {
  const ran = Object.entries(statementMap).filter(([id]) => (s[id] ?? 0) > 0);
  return new Set(ran.map(([, { start, end }]) => `${String(start.line)}-${String(end.line)}`));
};

export default class CoverageReporter {
  readonly #ran = new Map<string, ReadonlyMap<string, ReadonlySet<string>>>();

  onTestResult(_test: unknown, { testFilePath, coverage = {} }: Result): void {
    const files = Object.entries(coverage).map(([path, one]) => [relative('', path), ranIn(one)] as const);
    this.#ran.set(relative('', testFilePath), new Map(files.filter(([, ran]) => ran.size > 0)));
  }

  onRunComplete(): void {
    const tests = [...this.#ran].toSorted(([, a], [, b]) => a.size - b.size);
    const byFile = new Map<string, Map<string, number[]>>();
    for (const [place, [, files]] of tests.entries())
      for (const [file, ran] of files) {
        const statements = byFile.get(file) ?? new Map<string, number[]>();
        byFile.set(file, statements);
        for (const range of ran) statements.set(range, [...(statements.get(range) ?? []), place]);
      }
    const covered: CoveredLines = {
      tests: tests.map(([path]) => path),
      statements: Object.fromEntries([...byFile].map(([file, statements]) => [file, statementsOf(statements)])),
    };
    writeFileSync(process.env['ALMANAC_COVERED_LINES'] ?? '', JSON.stringify(covered));
  }
}

const statementsOf = (ranges: ReadonlyMap<string, readonly number[]>): Statement[] =>
  [...ranges].map(([range, by]) => {
    const [from = 0, to = 0] = range.split('-').map(Number);
    return { from, to, by };
  });
