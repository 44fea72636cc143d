import { beforeEach, describe, expect, test } from '@jest/globals';
import type { ChannelResource } from '#lib/calendar/resources/channel';
import { eventsPath, refusal, share } from '#test/support/calendar/calendar';
import { useCalendarPerTest } from '#test/support/calendar/use-calendar';
import { someone } from '#test/support/people';

const given = useCalendarPerTest();
let nextId: () => string;
beforeEach(async () => {
  nextId = () => someone('channel').replace(/@.*/, '');
});

const address = 'https://hooks.example.com/events';
const watch = (body: ChannelResource, calendarId = 'primary', query = '', as = given.alice) =>
  given.ask<ChannelResource>('POST', `${eventsPath(calendarId)}/watch${query}`, {
    as,
    body: { id: nextId(), type: 'web_hook', address, ...body },
  });

describe('calendar.events.watch', () => {
  test('a hundred channels of one user on one resource are enough; one that is stopped makes room', async () => {
    const stop = (id: string, resourceId = '') =>
      given.ask('POST', '/channels/stop', { as: given.alice, body: { id, resourceId } });
    const [first, refused] = [nextId(), nextId()];
    const { body } = await watch({ id: first });
    for (let index = 1; index < 100; index += 1) expect((await watch({})).status).toBe(200);

    expect(refusal(await watch({ id: refused }))).toEqual({
      status: 403,
      domain: 'usageLimits',
      reason: 'quotaExceeded',
    });
    expect(refusal(await stop(refused, body.resourceId))).toMatchObject({ status: 404 });
    expect((await watch({}, 'primary', '', given.bob)).status).toBe(200);
    await stop(first, body.resourceId);
    expect((await watch({ id: refused })).status).toBe(200);
  });

  test('CAL-108 200 with the channel; 400 for http, for an id that is taken and for none', async () => {
    const id = nextId();

    const { status, body } = await watch({ id, token: 'tenant=42', params: { ttl: '3600' } });

    expect(status).toBe(200);
    expect(body).toEqual({
      kind: 'api#channel',
      id,
      resourceId: expect.stringMatching(/^[\w-]{27}$/),
      resourceUri: `https://almanac.test/calendar/v3/calendars/${given.alice}/events?alt=json`,
      token: 'tenant=42',
      expiration: String(given.clock.now().getTime() + 3_600_000),
    });
    expect(refusal(await watch({ address: 'http://hooks.example.com/' }))).toEqual({
      status: 400,
      domain: 'global',
      reason: 'push.webhookUrlNotHttps',
    });
    expect(refusal(await watch({ id }))).toEqual({ status: 400, domain: 'global', reason: 'channelIdNotUnique' });
    expect(refusal(await watch({ id: '' }))).toEqual({ status: 400, domain: 'global', reason: 'required' });
  });

  describe('200', () => {
    test('the resource id is the same for one user and calendar, whatever the calendar is called', async () => {
      const ids = await Promise.all([watch({}), watch({}), watch({}, given.alice), watch({}, given.S)]);
      const [first, second, byAddress, ofS] = ids.map(({ body }) => body.resourceId);

      expect([second, byAddress]).toEqual([first, first]);
      expect(ofS).not.toBe(first);
    });

    test('the filter stands in the address of what is watched', async () => {
      const { body } = await watch({}, given.S, '?eventTypes=focusTime&prettyPrint=false');

      expect(body.resourceUri).toBe(
        `https://almanac.test/calendar/v3/calendars/${given.S}/events?eventTypes=focusTime&alt=json`,
      );
    });

    test('an id can be used again once its channel has expired', async () => {
      const id = nextId();
      await watch({ id, params: { ttl: '60' } });
      given.clock.pass({ minutes: 1 });

      expect((await watch({ id }, given.S)).status).toBe(200);
    });

    test('of two requests with one id at once, one gets it', async () => {
      const id = nextId();

      const answers = await Promise.all([watch({ id }), watch({ id }), watch({ id })]);

      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
    });

    test.each(['freeBusyReader', 'reader', 'writer'])('for a %s', async (role) => {
      await share(given, given.S, given.bob, role);

      expect((await watch({}, given.S, '', given.bob)).status).toBe(200);
    });
  });

  test('401 for an address inside a network', async () => {
    expect(refusal(await watch({ address: 'https://169.254.169.254/latest' }))).toEqual({
      status: 401,
      domain: 'global',
      reason: 'push.webhookUrlUnauthorized',
    });
  });

  test('404 for a calendar that the caller cannot see, whatever the body says', async () => {
    expect(refusal(await watch({ id: '' }, given.S, '', given.carol))).toEqual({
      status: 404,
      domain: 'global',
      reason: 'notFound',
    });
  });
});
