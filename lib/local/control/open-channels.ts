/** The channels of the calendar service, with what waits for them. */
import type { OpenChannel } from './model/records.ts';

/** Loaded when it is asked for: the stores read the environment of the stack. */
export async function openChannels(): Promise<OpenChannel[]> {
  const [{ push }, { systemClock }] = await Promise.all([
    import('#lib/runtime/calendar/push'),
    import('#lib/runtime/process/clock'),
  ]);
  const now = systemClock.now().getTime();
  const outboxes = await push.stores.channels.list();
  return outboxes
    .filter(({ channel }) => channel.expiresAtMs > now)
    .map(({ channel, lastNumber, waiting, dead }) => ({
      id: channel.id,
      watches: `${channel.topic.what} of ${channel.topic.of}`,
      address: channel.address,
      email: channel.email,
      expires: new Date(channel.expiresAtMs).toISOString(),
      sent: lastNumber,
      waiting: waiting.length,
      dead: dead.length,
    }));
}
