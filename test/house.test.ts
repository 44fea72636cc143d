/**
 * Imports point one way: functions -> middleware and rules -> api; stores implement what rules ask for; rules know no
 * cloud.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { ROOT } from './support/stack/stack-process.ts';

interface Import {
  readonly file: string;
  /** A file below the root, or the name of a package. */
  readonly of: string;
}

const IMPORT = /^(?:import|export)\b[^;']*?\bfrom '([^']+)';|\bimport\('([^']+)'\)/gm;

function resolve(file: string, specifier: string): string {
  if (specifier.startsWith('#')) return `${specifier.slice(1)}.ts`;
  return specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier;
}

const importsOf = (...patterns: string[]): Import[] =>
  globSync(patterns, { cwd: ROOT }).flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)].map(([, named, onDemand]) => ({
      file,
      of: resolve(file, named ?? onDemand ?? ''),
    })),
  );

/** Those that a layer has no business with. */
const strays = (patterns: readonly string[], isAllowed: RegExp): string[] =>
  importsOf(...patterns)
    .filter(({ of }) => !isAllowed.test(of))
    .map(({ file, of }) => `${file} imports ${of}`);

const OPERATIONS = ['functions/calendar/**/*.ts', 'functions/books/**/*.ts', 'functions/ads/**/*.ts'];

describe('imports point one way', () => {
  test('the files are found', () => {
    expect(importsOf('lib/**/*.ts', 'functions/**/*.ts').length).toBeGreaterThan(1000);
  });

  test.each([
    ['the vocabulary', ['lib/api/*.ts'], /^(lib\/api\/|node:|js-yaml$)/],
    [
      'rules of the calendar',
      ['lib/calendar/**/*.ts'],
      /^(lib\/(api|calendar|mail|webhook)\/|node:|chrono-node\b|ical\.js$)/,
    ],
    ['rules of the library', ['lib/books/**/*.ts'], /^(lib\/(api|books)\/|node:|csv-parse$|saxes$)/],
    ['rules of advertising', ['lib/ads/**/*.ts'], /^(lib\/(api|ads)\/|node:|temporal-polyfill$)/],
    [
      'the pipeline',
      ['lib/middleware/*.ts'],
      /^(lib\/(api|middleware|runtime)\/|node:|@middy\/core$|aws-lambda$|jose$)/,
    ],
    ['operations', OPERATIONS, /^(functions\/|lib\/(api|middleware|runtime|calendar|books|ads)\/)/],
  ])('%s', (_layer, files, isAllowed) => {
    expect(strays(files, isAllowed)).toEqual([]);
  });
});
