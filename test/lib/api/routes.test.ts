import { describe, expect, test } from '@jest/globals';
import { router } from '#lib/api/routes';

const routes = router([
  ['ANY /calendars/{calendarId}/events/{eventId}', 'event'],
  ['ANY /calendars/{calendarId}/events/import', 'import'],
  ['ANY /calendars/{id}/clear', 'clear'],
  ['ANY /calendars/{path+}', 'calendars'],
  ['ANY /calendars/{id}/files/{path+}', 'files'],
  ['GET /calendars/{id}/files/{path+}', 'read files'],
  ['GET /colors', 'read colors'],
  ['ANY /colors', 'colors'],
  ['$default', 'else'],
]);

describe('a request takes the route', () => {
  test.each([
    ['GET', '/colors', 'read colors', 'GET /colors', {}],
    ['HEAD', '/colors', 'colors', 'ANY /colors', {}],
    ['OPTIONS', '/colors', 'colors', 'ANY /colors', {}],
    ['POST', '/calendars/a/events/import', 'import', 'ANY /calendars/{calendarId}/events/import', { calendarId: 'a' }],
    [
      'GET',
      '/calendars/a/events/imports',
      'event',
      'ANY /calendars/{calendarId}/events/{eventId}',
      { calendarId: 'a', eventId: 'imports' },
    ],
    [
      'GET',
      '/calendars/a%2Fb/events/c',
      'event',
      'ANY /calendars/{calendarId}/events/{eventId}',
      { calendarId: 'a%2Fb', eventId: 'c' },
    ],
    ['POST', '/calendars/alice@example.com/clear', 'clear', 'ANY /calendars/{id}/clear', { id: 'alice@example.com' }],
    ['POST', '/calendars/a/b/clear', 'calendars', 'ANY /calendars/{path+}', { path: 'a/b/clear' }],
    ['GET', '/calendars//clear', 'calendars', 'ANY /calendars/{path+}', { path: '/clear' }],
    ['GET', '/calendars/a/files/b/c', 'read files', 'GET /calendars/{id}/files/{path+}', { id: 'a', path: 'b/c' }],
    ['PUT', '/calendars/a/files/b/c', 'files', 'ANY /calendars/{id}/files/{path+}', { id: 'a', path: 'b/c' }],
    ['GET', '/calendars/', 'else', '$default', {}],
    ['GET', '/calendars', 'else', '$default', {}],
    ['GET', '/colors/', 'else', '$default', {}],
    ['GET', '/', 'else', '$default', {}],
  ])('%s %s -> %s', (method, path, target, routeKey, pathParameters) => {
    expect(routes.match(method, path)).toEqual({ target, routeKey, pathParameters });
  });

  test('by segments, where a slash belongs to one of them', () => {
    expect(routes.match('POST', ['calendars', 'a/b', 'clear'])).toMatchObject({
      target: 'clear',
      pathParameters: { id: 'a/b' },
    });
  });

  test('of nobody when there is no $default', () => {
    expect(router([['GET /a', 1]]).match('GET', '/b')).toBeUndefined();
    expect(router([['GET /a', 1]]).match('HEAD', '/a')).toBeUndefined();
    expect(router([['GET /a', 1]]).match('OPTIONS', '/a')).toBeUndefined();
  });
});
