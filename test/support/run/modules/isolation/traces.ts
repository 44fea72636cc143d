/** What both test files of this folder do: look for traces of the other, and leave some. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, test } from '@jest/globals';
import { servers } from '#test/support/run/running';

const found = () => ({
  fetch: fetch.name,
  global: Object.hasOwn(globalThis, 'leftover'),
  matcher: Object.hasOwn(expect(1), 'toBeLeftOver'),
  moduleState: servers.length,
  variable: process.env['LEFTOVER'],
});

test('nothing is left by another test file', () => {
  expect(found()).toEqual({ fetch: 'fetch', global: false, matcher: false, moduleState: 0, variable: undefined });

  globalThis.fetch = () => Promise.reject(new Error('nobody may see this'));
  Object.assign(globalThis, { leftover: true });
  expect.extend({ toBeLeftOver: () => ({ pass: true, message: () => '' }) });
  servers.push({ stop: () => Promise.resolve() });
  process.env['LEFTOVER'] = 'yes';
  expect(found()).toEqual({ fetch: '', global: true, matcher: true, moduleState: 1, variable: 'yes' });
});

test('packages are loaded once', () => {
  const files = Number(Reflect.get(DynamoDBClient, 'files') ?? 0) + 1;
  Reflect.set(DynamoDBClient, 'files', files);
  process.stderr.write(`The client of DynamoDB has been imported by ${String(files)}.\n`);
});
