import { beforeEach, describe, expect, test } from '@jest/globals';
import { addEvent, eventsPath, hourFrom, refusal } from '#test/support/calendar/calendar';
import { usePushPerTest } from '#test/support/calendar/use-push';
import { messages } from '#test/support/http/receiver';

const given = usePushPerTest();
let resourceId: string;
beforeEach(async () => {
  const { body } = await given.watch(`${eventsPath()}/watch`, { id: 'c' }, { clientId: 'app' });
  resourceId = body.resourceId ?? '';
});

const stop = (body: object, as = given.alice, clientId = 'app') =>
  given.ask('POST', '/channels/stop', { as, clientId, body });

describe('calendar.channels.stop', () => {
  test('CAL-112 204, and no more messages; 404 for the second time and for another resource id', async () => {
    await given.flow();
    expect(refusal(await stop({ id: 'c', resourceId: 'o3hgv1538sdjfh8kq2l0zx9cvbn' }))).toEqual({
      status: 404,
      domain: 'global',
      reason: 'notFound',
    });

    const { status, text } = await stop({ id: 'c', resourceId });
    expect([status, text]).toEqual([204, '']);
    const again = await stop({ id: 'c', resourceId });
    expect([again.status, again.text]).toEqual([
      404,
      expect.stringContaining("Channel 'c' not found for project 'app'"),
    ]);

    await addEvent(given, hourFrom('2026-03-10T09:00:00Z'));
    await given.flow();
    expect(messages(given.receiver.received)).toEqual(['c 1 sync']);
  });

  test('the id is free again', async () => {
    await stop({ id: 'c', resourceId });

    expect((await given.watch(`${eventsPath(given.S)}/watch`, { id: 'c' })).status).toBe(200);
  });

  test('the channel of a service account is stopped by anybody with the same client', async () => {
    const robot = 'robot@project.iam.gserviceaccount.com';
    const { body } = await given.watch('/users/me/settings/watch', { id: 'r' }, { as: robot, clientId: 'app' });

    expect((await stop({ id: 'r', resourceId: body.resourceId }, given.bob, 'other')).status).toBe(404);
    expect((await stop({ id: 'r', resourceId: body.resourceId }, given.bob)).status).toBe(204);
  });

  describe('404', () => {
    test('for another user, and for the same user with another client', async () => {
      expect((await stop({ id: 'c', resourceId }, given.bob)).status).toBe(404);
      expect((await stop({ id: 'c', resourceId }, given.alice, 'other')).status).toBe(404);
      expect((await stop({ id: 'c', resourceId })).status).toBe(204);
    });

    test('for a channel that has expired, and for one that never was', async () => {
      given.clock.pass({ days: 7 });

      expect((await stop({ id: 'c', resourceId })).status).toBe(404);
      expect((await stop({ id: 'd', resourceId })).status).toBe(404);
    });

    test('for an id that is too long for any channel', async () => {
      expect((await stop({ id: 'x'.repeat(3000), resourceId })).status).toBe(404);
    });
  });

  test.each([[{ id: 'c' }], [{ id: 'c', resourceId: '' }], [{ resourceId: 'r' }], [{ id: '', resourceId: 'r' }], [{}]])(
    '400 required: %j',
    async (body) => {
      expect(refusal(await stop(body))).toEqual({ status: 400, domain: 'global', reason: 'required' });
    },
  );
});
