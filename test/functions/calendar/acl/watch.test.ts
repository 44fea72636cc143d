import { describe, expect, test } from '@jest/globals';
import { refusal, rulePath, share } from '#test/support/calendar/calendar';
import { useCalendarPerTest } from '#test/support/calendar/use-calendar';
import { someone } from '#test/support/people';

const given = useCalendarPerTest();

const watch = (as: string) =>
  given.ask('POST', `${rulePath(given.S)}/watch?showDeleted=true`, {
    as,
    body: { id: someone('channel').replace(/@.*/, ''), type: 'webhook', address: 'https://hooks.example.com/' },
  });

describe('calendar.acl.watch', () => {
  test('200 for an owner and for a writer', async () => {
    await share(given, given.S, given.bob, 'writer');

    expect(await watch(given.alice)).toMatchObject({
      status: 200,
      body: {
        kind: 'api#channel',
        resourceUri: `https://almanac.test/calendar/v3/calendars/${given.S}/acl?showDeleted=true&alt=json`,
      },
    });
    expect((await watch(given.bob)).status).toBe(200);
  });

  test('403 for a reader, 404 for somebody without a rule', async () => {
    await share(given, given.S, given.bob, 'reader');

    expect(refusal(await watch(given.bob))).toMatchObject({ status: 403, reason: 'forbidden' });
    expect(refusal(await watch(given.carol))).toMatchObject({ status: 404, reason: 'notFound' });
  });
});
