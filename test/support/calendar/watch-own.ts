import { expect, test } from '@jest/globals';
import { someone } from '#test/support/people';
import { calendarFixture } from './calendar.ts';

/** A test of a list that everybody has one of: its watchers share a resource with themselves and with nobody else. */
export function testWatchOfOwn(list: 'calendarList' | 'settings'): void {
  test('200 for everyone, on what is their own', async () => {
    const { ask, alice, bob } = await calendarFixture();
    const body = () => ({
      id: someone('channel').replace(/@.*/, ''),
      type: 'web_hook',
      address: 'https://hooks.example.com/',
    });

    const answers = await Promise.all(
      [alice, alice, bob].map((as) => ask('POST', `/users/me/${list}/watch?maxResults=5`, { as, body: body() })),
    );

    for (const { status, body: channel } of answers) {
      expect([status, channel['resourceUri']]).toEqual([
        200,
        `https://almanac.test/calendar/v3/users/me/${list}?maxResults=5&alt=json`,
      ]);
    }
    const [first, second, third] = answers.map(({ body: channel }) => channel['resourceId']);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });
}
