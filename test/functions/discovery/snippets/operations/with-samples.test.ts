import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';

interface Parameter {
  readonly name: string;
  readonly required?: boolean;
  readonly schema: { readonly type: string };
  readonly example?: unknown;
}

interface Documented {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly example?: unknown } } };
}

const DOCUMENT = new URL('../../../../../functions/discovery/documents/openapi.json', import.meta.url);
const { paths } = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as { paths: Record<string, Record<string, Documented>> };
const operations = Object.values(paths).flatMap((methods) => Object.values(methods));

/** Names of operations and parameters, for those that `isMeant`. */
const parametersThat = (isMeant: (parameter: Parameter) => boolean): string[] =>
  operations.flatMap(({ operationId, parameters }) =>
    parameters.filter(isMeant).map(({ name }) => `${operationId} ${name}`),
  );

describe('the examples of the document', () => {
  test('are there for all that a request needs, but for what it removes and what an earlier answer tells', () => {
    expect(parametersThat(({ required, example }) => required === true && example === undefined).toSorted()).toEqual(
      [
        'almanac.icalAddresses.delete calendarId',
        'almanac.icalAddresses.download address',
        'books.mylibrary.bookshelves.clearVolumes shelf',
        'books.mylibrary.bookshelves.removeVolume shelf',
        'books.mylibrary.bookshelves.removeVolume volumeId',
        'calendar.acl.delete calendarId',
        'calendar.acl.delete ruleId',
        'calendar.calendarList.delete calendarId',
        'calendar.calendars.clear calendarId',
        'calendar.calendars.delete calendarId',
        'calendar.calendars.transferOwnership calendarId',
        'calendar.calendars.transferOwnership newDataOwner',
        'calendar.calendars.transferOwnership useAdminAccess',
        'calendar.events.delete calendarId',
        'calendar.events.delete eventId',
        'doubleclicksearch.reports.get reportId',
        'doubleclicksearch.reports.getFile reportId',
      ].toSorted(),
    );
  });

  test('are of the declared types', () => {
    const TYPES: Readonly<Record<string, string>> = { integer: 'number' };

    expect(
      parametersThat(
        ({ example, schema }) => example !== undefined && typeof example !== (TYPES[schema.type] ?? schema.type),
      ),
    ).toEqual([]);
  });

  test('fill every body', () => {
    const bodies = operations.flatMap(({ requestBody }) => requestBody?.content['application/json'] ?? []);

    expect(bodies.length).toBeGreaterThan(20);
    expect(bodies.filter(({ example }) => typeof example !== 'object' || example === null)).toEqual([]);
  });
});
