/** How the house is laid out: layers that import downwards, no circles of files or folders, folders of a readable size. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { memoized } from '#lib/api/process/memoized';
import { isAlwaysShared } from '#test/support/run/modules/always-shared';
import { ROOT } from '#test/support/stack/stack-process';

interface Import {
  readonly file: string;
  /** A file below the root, or the name of a package. */
  readonly of: string;
}

const IMPORT = /^(?:import|export)\b[^;']*?\bfrom '([^']+)';|\bimport\('([^']+)'\)|^import '([^']+)';/gm;

function resolve(file: string, specifier: string): string {
  if (specifier.startsWith('#')) return `${specifier.slice(1)}.ts`;
  return specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier;
}

const textOf = memoized(10_000, (file: string) => readFileSync(join(ROOT, file), 'utf8'));

const importsOf = (...patterns: string[]): Import[] =>
  globSync(patterns, { cwd: ROOT }).flatMap((file) =>
    [...textOf(file).matchAll(IMPORT)].map(([, named, onDemand, bare]) => ({
      file,
      of: resolve(file, named ?? onDemand ?? bare ?? ''),
    })),
  );

const OURS = /^(lib|functions|test)\//;
const HOUSE = importsOf('lib/**/*.ts', 'functions/**/*.{ts,tsx}', 'test/**/*.ts').filter(({ of }) => OURS.test(of));

/** Lowest first: what stands in a layer imports from its own and from those above it in this list, never from below. */
const LAYERS: readonly (readonly [what: string, folders: readonly string[]])[] = [
  ['the vocabulary', ['lib/api', 'lib/command']],
  ['ways out', ['lib/mail', 'lib/webhook', 'lib/upstream']],
  ['rules and pipeline', ['lib/ads', 'lib/books', 'lib/calendar', 'lib/oauth', 'lib/middleware', 'lib/pull']],
  ['stores, which implement what rules ask for', ['lib/stores']],
  ['wiring', ['lib/runtime']],
  ['functions', ['functions']],
  ['packaging', ['lib/package']],
  ['the local stack', ['lib/local']],
  ['commands, and what others start in their tests', ['lib/cli', 'lib/testing']],
  ['tests and their tools', ['test']],
];

const layerOf = (file: string): number =>
  LAYERS.findIndex(([, folders]) => folders.some((folder) => file.startsWith(`${folder}/`)));

/** The nodes of every circle, found by taking away, again and again, what imports nothing or is imported by nothing. */
function circles(edges: readonly (readonly [string, string])[]): string[] {
  let left = edges.filter(([from, to]) => from !== to);
  for (;;) {
    const [sources, targets] = [new Set(left.map(([from]) => from)), new Set(left.map(([, to]) => to))];
    const next = left.filter(([from, to]) => sources.has(to) && targets.has(from));
    if (next.length === left.length) return [...new Set(left.map(([from, to]) => `${from} -> ${to}`))].toSorted();
    left = next;
  }
}

/** The parts of a folder that two files stand in, where they part ways: `a/b/c.ts` and `a/d/e.ts` are `a/b` and `a/d`. */
function siblings(from: string, to: string): readonly [string, string] {
  const [a, b] = [from.split('/'), to.split('/')];
  const depth = a.findIndex((name, index) => name !== b[index]) + 1;
  return [a.slice(0, depth).join('/'), b.slice(0, depth).join('/')];
}

/** Commands may run a function of the house; everything else of lib stands below the functions. */
const isCommand = ({ file }: Import): boolean => file.startsWith('lib/cli/');

describe('imports point one way', () => {
  test('the files are found, each in a layer', () => {
    expect(HOUSE.length).toBeGreaterThan(3000);
    expect(HOUSE.filter(({ file, of }) => layerOf(file) === -1 || layerOf(of) === -1)).toEqual([]);
  });

  test('down through the layers', () => {
    const upwards = HOUSE.filter(({ file, of }) => layerOf(of) > layerOf(file));
    expect(upwards.map(({ file, of }) => `${file} imports ${of}`)).toEqual([]);
  });

  test('no files import each other in a circle', () => {
    expect(circles(HOUSE.map(({ file, of }) => [file, of]))).toEqual([]);
  });

  test('no folders import each other in a circle', () => {
    expect(circles(HOUSE.map(({ file, of }) => [dirname(file), dirname(of)]))).toEqual([]);
  });

  test('nor do the parts of any folder, taken with all that is in them', () => {
    const product = HOUSE.filter((one) => !one.file.startsWith('test/') && !isCommand(one));
    expect(circles(product.map(({ file, of }) => siblings(file, of)))).toEqual([]);
  });

  test('a circle would be found', () => {
    expect(
      circles([
        ['a', 'b'],
        ['b', 'c'],
        ['c', 'b'],
      ]),
    ).toEqual(['b -> c', 'c -> b']);
  });
});

describe('what is exported', () => {
  const EXPORT = /^export (?:async )?(?:const|function\*?|class) (\w+)/gm;
  /** By Lambda, by bundles in the place of Amazon's, or it stands in the text of a file that is written. */
  const USED_OTHERWISE = [
    /^functions\/.* handler$/,
    /^lib\/runtime\/process\/(environment-credentials|no-endpoint-cache)\.ts /,
    /^test\/support\/lambda\/checkout\.ts (bundleFunctions|sizeTable)$/,
  ];

  test('is used by another file', () => {
    const importers = Map.groupBy(HOUSE, ({ of }) => of);
    const files = globSync(['lib/**/*.ts', 'functions/**/*.{ts,tsx}', 'test/{support,tools}/**/*.ts'], {
      cwd: ROOT,
    }).filter((file) => !file.endsWith('.test.ts'));
    const isUsed = (file: string, name: string): boolean =>
      (importers.get(file) ?? []).some((other) => new RegExp(`\\b${name}\\b|import \\* as`).test(textOf(other.file)));
    const unused = files.flatMap((file) =>
      [...textOf(file).matchAll(EXPORT)].flatMap(([, name = '']) => (isUsed(file, name) ? [] : [`${file} ${name}`])),
    );

    expect(unused.filter((one) => !USED_OTHERWISE.some((pattern) => pattern.test(one)))).toEqual([]);
  });
});

/** Those that a layer has no business with. */
const strays = (patterns: readonly string[], isAllowed: RegExp): string[] =>
  importsOf(...patterns)
    .filter(({ of }) => !isAllowed.test(of))
    .map(({ file, of }) => `${file} imports ${of}`);

const OPERATIONS = ['calendar', 'books', 'ads', 'oauth'].map((group) => `functions/${group}/**/*.ts`);

test.each([
  ['the vocabulary', ['lib/api/**/*.ts'], /^(lib\/api\/|node:|js-yaml$)/],
  [
    'rules of the calendar',
    ['lib/calendar/**/*.ts'],
    /^(lib\/(api|calendar|mail|webhook)\/|node:|chrono-node\b|ical\.js$)/,
  ],
  ['rules of the library', ['lib/books/**/*.ts'], /^(lib\/(api|books)\/|node:|double-metaphone$|marc8\/|saxes$)/],
  ['rules of advertising', ['lib/ads/**/*.ts'], /^(lib\/(api|ads)\/|node:|temporal-polyfill$)/],
  ['rules of sign-in', ['lib/oauth/**/*.ts'], /^(lib\/(api|oauth)\/|node:|jose\b)/],
  ['pulls', ['lib/pull/**/*.ts'], /^(lib\/(api|books|calendar|pull|upstream)\/|node:)/],
  ['the pipeline', ['lib/middleware/**/*.ts'], /^(lib\/(api|middleware)\/|node:|@middy\/core$|aws-lambda$|jose\b)/],
  ['operations', OPERATIONS, /^(functions\/|lib\/(api|middleware|runtime|calendar|books|ads|oauth)\/)/],
])('%s know nothing of cloud or storage', (_layer, files, isAllowed) => {
  expect(strays(files, isAllowed)).toEqual([]);
});

const MAX_ENTRIES = 20;

test(`no folder has more than ${String(MAX_ENTRIES)} entries`, () => {
  const entries = new Map<string, Set<string>>();
  for (const file of globSync(['lib/**/*', 'functions/**/*', 'test/**/*', 'events/**/*'], { cwd: ROOT })) {
    const folder = dirname(file);
    entries.set(folder, (entries.get(folder) ?? new Set()).add(file));
  }
  expect([...entries].filter(([, files]) => files.size > MAX_ENTRIES).map(([folder]) => folder)).toEqual([]);
});

describe('test files of a worker share their modules', () => {
  /** What modules have read when they were loaded, or keep for the life of a process. */
  const CHANGES_PROCESS =
    /process\.env\[[^\]]+\] = |assign\(process\.env|\b(closeDatabase|giveClient|enforceRoles|checkOutgoingCalls)\(/;
  const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
  const support = globSync(['test/*/**/*.ts'], { cwd: ROOT, exclude: ['test/support/run/**', 'test/tools/**'] });

  test('what all of them share reads no variables', () => {
    const shared = globSync('lib/**/*.ts', { cwd: ROOT }).filter((file) =>
      isAlwaysShared(pathToFileURL(join(ROOT, file)).href),
    );
    expect(shared.length).toBeGreaterThan(500);
    expect(shared.filter((file) => textOf(file).includes('process.env'))).toEqual([]);
  });

  test('those that change the process for their modules have their own', () => {
    const changing = new Set(support.filter((file) => CHANGES_PROCESS.test(textOf(file))));
    for (const at of changing)
      for (const { file, of } of HOUSE) if (of === at && file.startsWith('test/')) changing.add(file);
    const sharing = [...changing].filter(
      (file) => file.endsWith('.test.ts') && !/^ \* @modules own$|^\/\*\* @modules own \*\/$/m.test(textOf(file)),
    );

    expect(changing.size).toBeGreaterThan(50);
    expect(sharing).toEqual([]);
  });
});
