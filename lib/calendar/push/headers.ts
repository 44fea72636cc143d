import type { Channel } from '#lib/calendar/model/channel';
import type { Message } from '#lib/calendar/model/outbox';

/** The headers of a message; its body is empty. */
export const headersOf = (
  channel: Channel,
  { number, state }: Pick<Message, 'number' | 'state'>,
): Record<string, string> => ({
  'Content-Type': 'application/json; utf-8',
  'User-Agent': 'APIs-Google; Almanac',
  'X-Goog-Channel-ID': channel.id,
  'X-Goog-Message-Number': String(number),
  'X-Goog-Resource-ID': channel.resourceId,
  'X-Goog-Resource-State': state,
  'X-Goog-Resource-URI': channel.resourceUri,
  'X-Goog-Channel-Expiration': new Date(channel.expiresAtMs).toUTCString(),
  ...(channel.token !== undefined && { 'X-Goog-Channel-Token': channel.token }),
});
