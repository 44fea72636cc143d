import { expect, test } from '@jest/globals';
import { ForwardedAnswer } from '#lib/api/upstream';
import { channelIn } from '#lib/calendar/push/relay/relay';

const OPENED = { id: 'theirs', resourceId: 'r', resourceUri: 'https://there/', expiration: '1790000000000' };

const { resourceId: _resource, ...withoutResource } = OPENED;
const { expiration: _end, ...withoutEnd } = OPENED;

test.each<[string, number, string | undefined, object | undefined]>([
  ['a channel', 200, JSON.stringify(OPENED), OPENED],
  ['another status', 201, JSON.stringify(OPENED), undefined],
  ['nothing', 200, undefined, undefined],
  ['one without a resource, which could not be stopped', 200, JSON.stringify(withoutResource), undefined],
  ['one without an end, which could not be renewed', 200, JSON.stringify(withoutEnd), undefined],
  ['one that has ended before it began', 200, JSON.stringify({ ...OPENED, expiration: '0' }), undefined],
])('an upstream that answers a watch with %s', (_what, status, body, channel) => {
  expect(channelIn(new ForwardedAnswer(status, {}, body))).toEqual(channel);
});
