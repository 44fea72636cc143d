import { describe, expect, test } from '@jest/globals';
import { SCOPE } from '#lib/calendar/scopes';
import { addApiKey, calendarFixture, refusal } from '#test/support/calendar/calendar';

interface Colors {
  readonly kind: string;
  readonly updated: string;
  readonly calendar: Record<string, { background: string; foreground: string }>;
  readonly event: Record<string, { background: string; foreground: string }>;
}

describe('calendar.colors.get', () => {
  test('CAL-19 200 with a key alone: 24 colours for calendars and 11 for events', async () => {
    const { askAnonymously } = await calendarFixture();

    const { status, headers, body } = await askAnonymously<Colors>('GET', `/colors?key=${await addApiKey()}`);

    expect(status).toBe(200);
    expect(body).toMatchObject({ kind: 'calendar#colors', updated: '2012-02-14T00:00:00.000Z' });
    expect(Object.keys(body.calendar)).toEqual(Array.from({ length: 24 }, (_, index) => String(index + 1)));
    expect(Object.keys(body.event)).toEqual(Array.from({ length: 11 }, (_, index) => String(index + 1)));
    expect(body.event['11']).toEqual({ background: '#dc2127', foreground: '#1d1d1d' });
    expect(body.calendar['24']).toEqual({ background: '#a47ae2', foreground: '#1d1d1d' });
    expect(headers['etag']).toMatch(/^"[\w-]{27}"$/);
    expect(body).not.toHaveProperty('etag');
  });

  test('304 when the client has them already', async () => {
    const { ask } = await calendarFixture();
    const { headers } = await ask('GET', '/colors');

    expect(await ask('GET', '/colors', { headers: { 'if-none-match': headers['etag'] ?? '' } })).toMatchObject({
      status: 304,
      text: '',
    });
  });

  test('403 for a token that opens only events', async () => {
    const { ask } = await calendarFixture();

    expect(refusal(await ask('GET', '/colors', { scopes: [SCOPE.events, SCOPE.eventsReadonly] }))).toMatchObject({
      status: 403,
      reason: 'insufficientPermissions',
    });
    expect((await ask('GET', '/colors', { scopes: [SCOPE.eventsOwned] })).status).toBe(200);
  });

  test('401 without key or token', async () => {
    const { askAnonymously } = await calendarFixture();

    expect(refusal(await askAnonymously('GET', '/colors'))).toMatchObject({
      status: 401,
      reason: 'required',
      location: 'Authorization',
    });
  });
});
