import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

test('nothing that is started imports all of node:http, and fetch with it', () => {
  const files = globSync(['lib/**/*.ts', 'functions/**/*.ts']);
  const imports = /^import (?!type\b)[^;]*from 'node:http';|\bimport\('node:http'\)/m;

  expect(files).toContain('lib/api/process/node-http.ts');
  expect(files.filter((file) => imports.test(readFileSync(file, 'utf8')))).toEqual([]);
});
