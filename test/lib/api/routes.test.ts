import { describe, expect, test } from '@jest/globals';
import { router } from '#lib/local/routes';

const routes = router([
  ['ANY /calendars/{calendarId}/events/{eventId}', 'event'],
  ['ANY /calendars/{calendarId}/events/import', 'import'],
  ['ANY /calendars/{id}/clear', 'clear'],
  ['GET /colors', 'read colors'],
  ['ANY /colors', 'colors'],
  ['$default', 'else'],
]);

describe('a request takes the route', () => {
  test.each([
    ['GET', '/colors', 'read colors', 'GET /colors', {}],
    ['HEAD', '/colors', 'colors', 'ANY /colors', {}],
    ['POST', '/calendars/a/events/import', 'import', 'ANY /calendars/{calendarId}/events/import', { calendarId: 'a' }],
    ['GET', '/calendars/a/events/imports', 'event', 'ANY /calendars/{calendarId}/events/{eventId}', { calendarId: 'a', eventId: 'imports' }],
    ['GET', '/calendars/en%23holiday%40x/events/b%2Fc', 'event', 'ANY /calendars/{calendarId}/events/{eventId}', { calendarId: 'en#holiday@x', eventId: 'b/c' }],
    ['POST', '/calendars/alice@example.com/clear', 'clear', 'ANY /calendars/{id}/clear', { id: 'alice@example.com' }],
    ['GET', '/calendars/%zz/clear', 'clear', 'ANY /calendars/{id}/clear', { id: '%zz' }],
    ['GET', '/calendars//clear', 'else', '$default', {}],
    ['GET', '/colors/', 'else', '$default', {}],
    ['GET', '/', 'else', '$default', {}],
  ])('%s %s -> %s', (method, path, target, routeKey, pathParameters) => {
    expect(routes.match(method, path)).toEqual({ target, routeKey, pathParameters });
  });

  test('of nobody when there is no $default', () => {
    expect(router([['ANY /a', 1]]).match('GET', '/b')).toBeUndefined();
  });
});
