import { describe, expect, test } from '@jest/globals';
import { load } from 'js-yaml';
import { httpFunctions } from '#lib/api/documents/serverless';

const written = (operations: readonly (readonly [id: string, pathTemplate: string])[]): unknown =>
  load(httpFunctions(operations.map(([id, pathTemplate]) => ({ id, pathTemplate }))));

describe('the function list', () => {
  test('has one function for each group, with one route for each path', () => {
    expect(
      written([
        ['calendar.events.get', '/calendar/v3/calendars/{calendarId}/events/{eventId}'],
        ['calendar.events.delete', '/calendar/v3/calendars/{calendarId}/events/{eventId}'],
        ['calendar.events.list', '/calendar/v3/calendars/{calendarId}/events'],
        ['calendar.colors.get', '/calendar/v3/colors'],
      ]),
    ).toEqual({
      calendarEvents: {
        handler: 'dist/functions/calendar/events/index.handler',
        package: { patterns: ['dist/functions/calendar/events/index.*'] },
        events: [
          { httpApi: 'ANY /calendar/v3/calendars/{calendarId}/events/{eventId}' },
          { httpApi: 'ANY /calendar/v3/calendars/{calendarId}/events' },
        ],
      },
      calendarColors: {
        handler: 'dist/functions/calendar/colors/index.handler',
        package: { patterns: ['dist/functions/calendar/colors/index.*'] },
        events: [{ httpApi: 'ANY /calendar/v3/colors' }],
      },
    });
  });

  test.each([
    [
      'books.mylibrary.bookshelves.volumes.list',
      'booksMylibraryBookshelvesVolumes',
      'dist/functions/books/mylibrary/bookshelves/volumes/index.handler',
    ],
    ['books.bookshelves.get', 'booksBookshelves', 'dist/functions/books/bookshelves/index.handler'],
    ['doubleclicksearch.savedColumns.list', 'adsSavedColumns', 'dist/functions/ads/savedColumns/index.handler'],
  ])('%s is served by %s', (id, name, handler) => {
    expect(written([[id, '/path']])).toMatchObject({ [name]: { handler } });
  });

  test('refuses a path that two groups claim', () => {
    expect(() =>
      written([
        ['books.volumes.list', '/books/v1/volumes'],
        ['books.bookshelves.list', '/books/v1/volumes'],
      ]),
    ).toThrow('books.bookshelves.list: /books/v1/volumes belongs to booksVolumes already.');
  });
});
