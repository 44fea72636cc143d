/** After a table was restored to an earlier state, numbers of changes are given again: older tokens would miss some. */
import { expect, test } from '@jest/globals';
import { calendarFixture, eventsPath, refusal, rulePath, TestClock } from '#test/support/calendar/calendar';

test.each([
  ['events', eventsPath()],
  ['rules', rulePath('primary')],
  ['calendar list', '/users/me/calendarList'],
  ['settings', '/users/me/settings'],
])('%s: 410 for a token from before, not for one from since', async (_name, path) => {
  const clock = new TestClock();
  const { ask } = await calendarFixture({ syncTokensSinceMs: clock.now().getTime() + 60_000 }, undefined, clock);
  const tokenOf = async (): Promise<string> => (await ask<{ nextSyncToken: string }>('GET', path)).body.nextSyncToken;
  const sync = (token: string) => ask('GET', `${path}?syncToken=${encodeURIComponent(token)}`);
  const before = await tokenOf();

  clock.pass({ minutes: 1 });
  const since = await tokenOf();

  expect(refusal(await sync(before))).toMatchObject({ status: 410, reason: 'fullSyncRequired' });
  expect((await sync(since)).status).toBe(200);
});
