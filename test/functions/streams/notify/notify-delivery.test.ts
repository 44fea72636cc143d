import { describe, expect, test } from '@jest/globals';
import { tellChannels } from '#lib/calendar/push/tell';
import { readChange } from '#lib/stores/dynamodb/calendar/streams/table-changes';
import { addEvent, hourFrom } from '#test/support/calendar/calendar';
import { watchEvents } from '#test/support/calendar/push';
import { usePushPerTest } from '#test/support/calendar/use-push';
import { hang, messages, startReceiver } from '#test/support/http/receiver';

const given = usePushPerTest();

const hour = hourFrom('2026-03-10T09:00:00Z');

describe('delivery', () => {
  test('a batch that comes again is told again, with a higher number', async () => {
    await given.watch(watchEvents(), { id: 'c' });
    await given.flow();
    await addEvent(given, hour);
    const changes = (await given.records()).flatMap(readChange);

    await tellChannels(changes, given.push);
    await tellChannels(changes, given.push);

    expect(given.heard()).toEqual(['c 1 sync', 'c 2 exists', 'c 3 exists']);
  });

  test('a message is stored before it is sent', async () => {
    await given.watch(watchEvents(), { id: 'c' });
    await given.flow();
    await addEvent(given, hour);
    const stored: unknown[] = [];
    const post = async () => {
      stored.push((await given.stores.channels.find('c'))?.waiting.map(({ number, state }) => [number, state]));
      return { kind: 'answered' as const, status: 200 };
    };

    await tellChannels((await given.records()).flatMap(readChange), { ...given.push, webhooks: { post } });

    expect(stored).toEqual([[[2, 'exists']]]);
  });

  test('a receiver that hangs holds up no other channel and not the stream; the schedule goes on with it', async () => {
    const slow = await startReceiver();
    slow.answer(hang);
    await given.watch(watchEvents(), { id: 'slow', address: slow.url });
    await given.watch(watchEvents(), { id: 'quick' });
    await given.flow();

    await addEvent(given, hour);
    await given.flow();
    await addEvent(given, hour);
    await given.flow();

    expect(given.heard()).toEqual(['quick 1 sync', 'quick 2 exists', 'quick 3 exists']);
    expect(messages(slow.received)).toEqual(['slow 1 sync']);
    slow.answer(200);
    given.clock.pass({ minutes: 1 });
    await given.deliver();
    expect(messages(slow.received)).toEqual(['slow 1 sync', 'slow 1 sync', 'slow 2 exists']);
    await slow.stop();
  });

  test('one channel that cannot be stored fails the batch, after all others are told', async () => {
    await given.watch(watchEvents(), { id: 'broken' });
    await given.watch(watchEvents(), { id: 'whole' });
    await given.flow();
    await addEvent(given, hour);
    const { channels } = given.stores;
    const replace: typeof channels.replace = (outbox) =>
      outbox.channel.id === 'broken' ? Promise.reject(new Error('no room')) : channels.replace(outbox);
    const changes = (await given.records()).flatMap(readChange);

    await expect(
      tellChannels(changes, { ...given.push, stores: { ...given.stores, channels: { ...channels, replace } } }),
    ).rejects.toThrow('some channels could not be told');

    expect(given.heard().slice(2)).toEqual(['whole 2 exists']);
  });

  test('is counted, with the time since the change', async () => {
    await given.watch(watchEvents(), { id: 'c' });

    await given.flow();

    expect(given.logged).toEqual([
      expect.objectContaining({
        service: 'calendar',
        run: 'notify',
        attempts: 1,
        delivered: 1,
        retries: 0,
        drops: 0,
        lagMs: [expect.any(Number)],
      }),
    ]);
  });
});
