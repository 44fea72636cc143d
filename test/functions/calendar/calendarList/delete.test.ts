import { describe, expect, test } from '@jest/globals';
import { SCOPE } from '#lib/calendar/scopes';
import { calendarPath, listPath, refusal, share } from '#test/support/calendar/calendar';
import { useCalendarPerTest } from '#test/support/calendar/use-calendar';

const given = useCalendarPerTest();

describe('calendar.calendarList.delete', () => {
  test('204; the calendar and the rule are as before', async () => {
    const { ask, bob, S } = given;
    await share(given, S, bob, 'reader');
    await ask('POST', '/users/me/calendarList', { as: bob, body: { id: S } });

    expect(await ask('DELETE', listPath(S), { as: bob })).toMatchObject({ status: 204, text: '' });

    expect((await ask('GET', listPath(S), { as: bob })).status).toBe(404);
    expect((await ask('GET', calendarPath(S), { as: bob })).status).toBe(200);
    expect((await ask('DELETE', listPath(S), { as: bob })).status).toBe(404);
  });

  test('204 for an owner who is not the data owner', async () => {
    const { ask, bob, S } = given;
    await share(given, S, bob, 'owner');
    await ask('POST', '/users/me/calendarList', { as: bob, body: { id: S } });

    expect((await ask('DELETE', listPath(S), { as: bob })).status).toBe(204);
  });

  test('CAL-13 403 cannotUnsubscribeFromOwnedCalendar for the data owner', async () => {
    const { ask, S } = given;

    expect(refusal(await ask('DELETE', listPath(S)))).toEqual({
      status: 403,
      reason: 'cannotUnsubscribeFromOwnedCalendar',
      domain: 'calendar',
    });
  });

  test('403 cannotChangeOwnPrimarySubscription for the own primary calendar', async () => {
    const answer = await given.ask('DELETE', listPath('primary'));

    expect(refusal(answer)).toEqual({
      status: 403,
      reason: 'cannotChangeOwnPrimarySubscription',
      domain: 'calendar',
    });
    expect(answer.body).toMatchObject({ error: { message: 'Your own primary calendar stays on your list.' } });
  });

  test('404 for a token that is confined to the calendars of another client', async () => {
    const { ask, S } = given;

    expect((await ask('DELETE', listPath(S), { scopes: [SCOPE.appCreated], clientId: 'app' })).status).toBe(404);
  });

  test('412 for a stale tag', async () => {
    const { ask, bob, S } = given;
    await share(given, S, bob, 'reader');
    await ask('POST', '/users/me/calendarList', { as: bob, body: { id: S } });

    expect((await ask('DELETE', listPath(S), { as: bob, headers: { 'if-match': '"1"' } })).status).toBe(412);
  });
});
