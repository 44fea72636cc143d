import { boolean, int64, record, resource, string, type Static } from '#lib/api/schema';
import { kind } from './envelope.ts';

export const ChannelResource = resource('Channel', 'Sends messages about changes to a web address.', {
  kind: kind('api#channel'),
  id: string('Chosen by the client, 1 to 64 characters, unique among live channels.'),
  type: string('`web_hook` or `webhook`; both mean a POST for each message.'),
  address: string('The https address that gets the messages.'),
  token: string('Returned with every message; at most 256 characters.'),
  expiration: int64('When the channel ends, in milliseconds since 1970.'),
  params: record(
    'Further options; `ttl` is the lifetime in seconds.',
    string('The value of one option.', { coerce: true }),
  ),
  payload: boolean('Has no effect: messages are always empty.'),
  resourceId: string('Id of the watched resource; needed to stop the channel.'),
  resourceUri: string('Address of the watched resource.', { readOnly: true }),
});
export type ChannelResource = Static<typeof ChannelResource>;
