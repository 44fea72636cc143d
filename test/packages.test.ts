/** What runs in production is few packages, each listed in CONTRIBUTING.md with why. */
import { globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { expect, test } from '@jest/globals';

const root = new URL('../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> };

/** Names in the first column of the table; a name without its scope belongs to the one before it. */
function listedPackages(): string[] {
  const section = read('CONTRIBUTING.md').split('## Packages that run in production')[1]?.split('\n## ')[0] ?? '';
  const rows = [...section.matchAll(/^\| ([^|]*) \|/gm)].map(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
  return rows.flatMap((names) => {
    const scope = /^(@[^/]+\/)/.exec(names[0] ?? '')?.[1] ?? '';
    return names.map((name) => (name.startsWith('@') ? name : `${scope}${name}`));
  });
}

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** Code that clients are shown, as texts: it begins lines with `import`, too. */
const SHOWN = /^functions\/discovery\/snippets\/(?:\w+-clients|operations\/code-samples)\.ts$/;

/** Everything that functions are made of; what writes the deployment's files apart. */
const sources = globSync(
  ['lib/{ads,api,books,calendar,middleware,runtime,stores,webhook}/**/*.ts', 'functions/*/**/*.{ts,tsx}'],
  { cwd: root },
).filter((path) => path !== 'lib/api/documents/serverless.ts' && !SHOWN.test(path));

test('the table in CONTRIBUTING.md is the list of dependencies', () => {
  expect(listedPackages().sort()).toEqual(Object.keys(dependencies).sort());
});

test('production code imports nothing but dependencies', () => {
  const imported = sources.flatMap((path) =>
    [...read(path).matchAll(/^(?:import|export) (?!type )[^;]*? from '([^'.#][^']*)'|import\('([^'.#][^']*)'\)/gm)].map(
      ([, named, dynamic]) => packageOf(named ?? dynamic ?? ''),
    ),
  );
  const packages = [...new Set(imported)].filter((name) => !isBuiltin(name));

  expect(packages.length).toBeGreaterThan(10);
  expect(packages.filter((name) => !Object.hasOwn(dependencies, name))).toEqual([]);
});
