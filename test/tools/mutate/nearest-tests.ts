/** Which test files are nearest to a file of the source, by who imports whom; nothing has to be run to know it. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const IMPORT = /(?:from|import\(?)\s*'([#.][^']+)'/g;
/** Other tests start processes and browsers, or look at the whole project. */
const TESTS = [
  'test/lib/{ads,api,books,calendar,mail,middleware,pull,runtime,stores,upstream,webhook}/**/*.test.ts',
  'test/lib/local/{control,database,former-data,gateway,lambda,log,s3,sample,streams}/**/*.test.ts',
  'test/functions/*.test.ts',
  'test/functions/{ads,almanac,batch,books,calendar,hooks,imports}/**/*.test.ts',
  'test/functions/{oauth,queues,schedules,streams,upstream}/**/*.test.ts',
  'test/client/{ads,books,calendar}*.test.ts',
  'test/security/*.test.ts',
  'test/{catalog,generated}.test.ts',
];
/** What the generated documents are made of has its test there. */
const DECLARATIONS = /\/(resources\/\w[\w-]*|parameters|description|scopes|import\/kinds|product-fields)\.ts$/;
const DECLARATIONS_TEST = 'test/generated.test.ts';
const SOURCES = ['lib/**/*.ts', 'functions/**/*.ts', 'test/{support,tools}/**/*.ts'];

function importsOf(file: string): string[] {
  const names = [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, name = '']) => name);
  return names.map((name) => (name.startsWith('#') ? `${name.slice(1)}.ts` : join(dirname(file), name)));
}

/** `test/lib/a/b.test.ts` is about `lib/a/b.ts`. */
const subjectOf = (test: string): string => test.replace(/^test\//, '').replace(/(\.\w+)?\.test\.ts$/, '.ts');

export interface NearTest {
  readonly test: string;
  /** How many imports lie between; less than 1 for a test of the file itself. */
  readonly steps: number;
}

export type NearestTests = (file: string) => readonly NearTest[];

/** A test that is about the file itself comes first, then those that import it, then those of its importers. */
export function nearestTests(sources = globSync(SOURCES), tests = globSync(TESTS)): NearestTests {
  const importers = new Map<string, string[]>();
  for (const file of sources)
    for (const imported of importsOf(file)) importers.set(imported, [...(importers.get(imported) ?? []), file]);

  const stepsFrom = (file: string): ReadonlyMap<string, number> => {
    const steps = new Map([[file, 0]]);
    for (const [at, step] of steps)
      for (const importer of importers.get(at) ?? []) if (!steps.has(importer)) steps.set(importer, step + 1);
    return steps;
  };

  const known = tests.map((test) => ({ test, subject: subjectOf(test), imports: importsOf(test) }));
  const size = new Map(tests.map((test) => [test, existsSync(test) ? statSync(test).size : 0]));
  return (file) => {
    const steps = stepsFrom(file);
    const far = ({ test, subject, imports }: (typeof known)[number]): number =>
      test === DECLARATIONS_TEST && DECLARATIONS.test(file)
        ? -1
        : Math.min((steps.get(subject) ?? Infinity) - 0.5, ...imports.map((one) => steps.get(one) ?? Infinity));
    return known
      .map((one) => ({ test: one.test, steps: far(one) }))
      .filter((one) => one.steps < Infinity)
      .toSorted((a, b) => a.steps - b.steps || (size.get(a.test) ?? 0) - (size.get(b.test) ?? 0));
  };
}
