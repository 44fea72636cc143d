import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { catalog, groups, type Group } from '#functions/catalog';
import { operationPicker } from '#lib/middleware/exchange/pick-operation';
import { openExchange } from '#lib/middleware/read-request';

/** Declared, but answered with 501. May only fall. */
const PENDING = 0;

/** Folders of `functions` whose groups are in the catalogue. */
const SERVICES = ['calendar', 'books', 'ads', 'almanac'] satisfies Group['service'][];

const root = new URL('../', import.meta.url);
const fileAt = (path: string): URL => new URL(path, root);

/** `calendar/events/insert` for `calendar.events.insert`: the place of the operation, its sample and its test. */
const placeOf = (id: string): string => id.replace(/^doubleclicksearch\./, 'ads.').replaceAll('.', '/');

/** `eventsInsert` for `calendar.events.insert`. */
const constantOf = (id: string): string =>
  id
    .split('.')
    .slice(1)
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');

const operationFiles = (folder: string): string[] =>
  readdirSync(fileAt(`functions/${folder}`), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'index.ts')
    .map(({ name }) => `${folder}/${name.replace(/\.ts$/, '')}`);

const sampleOf = (id: string): APIGatewayProxyEventV2 =>
  JSON.parse(readFileSync(fileAt(`events/${placeOf(id)}.json`), 'utf8')) as APIGatewayProxyEventV2;

describe('the catalogue', () => {
  test('has every folder of operations', () => {
    const folders = globSync(`functions/{${SERVICES.join(',')}}/**/index.ts`, { cwd: fileURLToPath(root) });

    expect(groups.map(({ folder }) => `functions/${folder}/index.ts`).toSorted()).toEqual(
      folders.map((path) => path.replaceAll(sep, '/')).toSorted(),
    );
  });

  test('names no operation and no route twice', () => {
    expect(new Set(catalog.map(({ id }) => id)).size).toBe(catalog.length);
    expect(new Set(catalog.map(({ route }) => route.replaceAll(/\{[^}]+\}/g, '{}'))).size).toBe(catalog.length);
  });

  test(`leaves ${String(PENDING)} operations to later versions`, () => {
    expect(catalog.filter(({ isPending }) => isPending)).toHaveLength(PENDING);
  });

  test('serves nothing without a test of its own', () => {
    const served = catalog
      .filter(({ isPending }) => !isPending)
      .map(({ id }) => `test/functions/${placeOf(id)}.test.ts`);

    expect(served.filter((path) => !existsSync(fileAt(path)))).toEqual([]);
  });

  test.each(groups)('$folder lists every operation of its folder', ({ folder, operations }) => {
    expect(operations.map(({ id }) => placeOf(id)).toSorted()).toEqual(operationFiles(folder).toSorted());
  });
});

describe.each(catalog)('$id', (operation) => {
  const { id } = operation;

  test('is the constant that its file exports', async () => {
    const file = (await import(fileAt(`functions/${placeOf(id)}.ts`).href)) as Record<string, unknown>;

    expect(file[constantOf(id)]).toBe(operation);
  });

  test('says what it does in one sentence', () => {
    expect(operation.summary).toMatch(/^[A-Z].+[^.]\.$/);
    expect(operation.scopes).not.toHaveLength(0);
    expect(operation.cost).toBe(operation.method === 'PATCH' ? 3 : 1);
  });

  test('has a sample event that reaches it', () => {
    const event = sampleOf(id);

    const match = operationPicker(catalog)(openExchange(event), event);

    expect(event).toMatchObject({
      version: '2.0',
      routeKey: `ANY ${operation.pathTemplate}`,
      requestContext: { http: { method: operation.method } },
    });
    expect(match.operation.id).toBe(id);
    expect(match.pathValues).toEqual(event.pathParameters ?? {});
  });

  test('has a sample event with a path as API Gateway hands it over: decoded', () => {
    const { rawPath, pathParameters = {}, requestContext } = sampleOf(id);

    const path = operation.pathTemplate.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => pathParameters[name] ?? '');
    expect([rawPath, requestContext.http.path]).toEqual([path, path]);
    expect(decodeURIComponent(rawPath)).toBe(rawPath);
  });

  test('has a sample event with its query as a text and by name', () => {
    const { rawQueryString, queryStringParameters = {} } = sampleOf(id);
    const named = new Map<string, string>();
    for (const [name, value] of new URLSearchParams(rawQueryString)) {
      const before = named.get(name);
      named.set(name, before === undefined ? value : `${before},${value}`);
    }

    expect(queryStringParameters).toEqual(Object.fromEntries(named));
  });
});
