import { boolean, int64, record, resource, string, type Static } from '#lib/api/schema';
import { kind } from './envelope.ts';

export const ChannelResource = resource('Channel', 'Carries word of changes to a web address.', {
  kind: kind('api#channel'),
  id: string('Chosen by the client, 1 to 64 characters, unique among live channels.'),
  type: string('`web_hook` or `webhook`; both mean a POST for each message.'),
  address: string('The https address that gets the messages.'),
  token: string('Comes back with every message; at most 256 characters.'),
  expiration: int64('When the channel ends, in milliseconds since 1970.'),
  params: record(
    'Further wishes; `ttl` is the life time in seconds.',
    string('The value of one wish.', { coerce: true }),
  ),
  payload: boolean('Has no effect: messages are always empty.'),
  resourceId: string('Names what is watched; needed to stop the channel.'),
  resourceUri: string('Where what is watched can be read.', { readOnly: true }),
});
export type ChannelResource = Static<typeof ChannelResource>;
