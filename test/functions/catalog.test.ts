/** What every operation owes its callers, read off the declarations. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { groups, type Group } from '#functions/catalog';
import type { Operation } from '#lib/api/operation';
import type { Schema } from '#lib/api/schema';
import { serve, type Handler, type Service } from '#lib/middleware/serve';
import { adsReports } from '#lib/runtime/ads/reports';
import { ads } from '#lib/runtime/ads/serve';
import { books } from '#lib/runtime/books/serve';
import { calendar } from '#lib/runtime/calendar/serve';
import { requestsTo, type ErrorBody } from '#test/support/ask';
import { someone } from '#test/support/people';
import { token } from '#test/support/token';

const root = new URL('../../', import.meta.url);
const SPECIAL: Readonly<Record<string, unknown>> = { 'ads/reports': adsReports, 'almanac/bookshelves': books };
const services = { calendar, books, ads, almanac: calendar } as const;

/** The group's handler, and the id of the operation that the last request reached. */
function handlerOf({ service, folder, operations }: Group): { handler: Handler; reached: () => unknown } {
  let operation: unknown;
  const log = {
    info: (_message: string, fields: Readonly<Record<string, unknown>> = {}) => void (operation = fields['operation']),
    error: () => undefined,
  };
  return {
    handler: serve(operations, {
      ...((SPECIAL[folder] ?? services[service]) as Service<never>),
      log,
    }),
    reached: () => operation,
  };
}

const placeOf = (id: string): string => id.replace(/^doubleclicksearch\./, 'ads.').replaceAll('.', '/');
const sampleOf = (id: string): APIGatewayProxyEventV2 =>
  JSON.parse(readFileSync(new URL(`events/${placeOf(id)}.json`, root), 'utf8')) as APIGatewayProxyEventV2;

/** A path with something believable in every parameter. */
const pathOf = ({ pathTemplate, path }: Operation): string =>
  pathTemplate.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    path[name]?.format === 'int64' ? '21700000000000001' : 'something',
  );

const isWrongable = ({ type, enum: members }: Schema): boolean =>
  type === 'integer' || type === 'boolean' || members !== undefined;
const cases = groups.flatMap((group) => group.operations.map((operation) => ({ id: operation.id, group, operation })));

describe.each(cases)('$id', ({ group, operation }) => {
  const { handler, reached } = handlerOf(group);
  const ask = requestsTo(handler);

  test('401 without credentials, or 403 where an API key would do', async () => {
    const { status, body, headers } = await ask<ErrorBody>(operation.method, pathOf(operation));

    if (group.service === 'books' && operation.access === 'key') {
      expect([status, body.error.errors[0]?.['reason']]).toEqual([403, 'forbidden']);
    } else {
      expect([status, body.error.errors[0]?.['reason'], body.error.errors[0]?.['location']]).toEqual([
        401,
        'required',
        'Authorization',
      ]);
      expect(headers['www-authenticate']).toContain('Bearer');
    }
  });

  test('403 for a token of another scope', async () => {
    const { status, body } = await ask<ErrorBody>(operation.method, pathOf(operation), {
      as: someone(),
      scopes: ['https://www.googleapis.com/auth/drive'],
    });

    expect([status, body.error.errors[0]?.['reason'], body.error.status]).toEqual([
      403,
      'insufficientPermissions',
      'PERMISSION_DENIED',
    ]);
  });

  const wrongable = Object.entries(operation.query).filter(([, schema]) => isWrongable(schema));
  if (wrongable.length > 0) {
    test.each(wrongable.map(([name]) => name))('400 with its location for a wrong %s', async (name) => {
      const query = new URLSearchParams(sampleOf(operation.id).rawQueryString);
      query.set(name, 'not-a-value');
      const { status, body } = await ask<ErrorBody>(operation.method, `${pathOf(operation)}?${query.toString()}`, {
        as: someone(),
      });

      expect([status, body.error.errors[0]?.['reason'], body.error.errors[0]?.['location']]).toEqual([
        400,
        'invalidParameter',
        name,
      ]);
    });
  }

  if (operation.body !== undefined) {
    const levels = 5000;
    test.each([
      ['lists', `{"conversion":${'['.repeat(levels)}${']'.repeat(levels)}}`],
      ['objects', `${'{"start":'.repeat(levels)}1${'}'.repeat(levels)}`],
    ])('400 for a body of %s in many levels', async (_what, deep) => {
      const { status, body } = await ask<ErrorBody>(operation.method, pathOf(operation), { as: someone(), body: deep });

      expect([status, body.error.errors[0]?.['reason']]).toEqual([400, 'parseError']);
      expect(body.error.message).toContain('100 levels');
    });
  }

  test('its sample event reaches it', async () => {
    const sample = sampleOf(operation.id);
    const answer = await handler({
      ...sample,
      headers: { ...sample.headers, authorization: `Bearer ${await token(someone())}` },
    });

    expect(reached()).toBe(operation.id);
    expect(answer.statusCode).toBeLessThan(operation.isPending ? 502 : 500);
    if (operation.isPending) expect(answer.statusCode).toBe(501);
  });
});
