import { expect, test } from '@jest/globals';
import { lastDelivered } from '#lib/local/former-data/last-delivered';

const ARN = 'arn:aws:dynamodb:ddblocal:000000000000:table/almanac-local-calendar/stream/2026-11-15T16:31:28.727';

test('the highest number among the shards of the stream that the function read', () => {
  const checkpoints = {
    [`almanac-local-notify ${ARN} shardId-1`]: '000000000000000000009',
    [`almanac-local-notify ${ARN} shardId-2`]: '000000000000000000010',
    [`almanac-local-notify ${ARN}9 shardId-3`]: '000000000000000000011',
    [`almanac-local-propagate ${ARN} shardId-2`]: '000000000000000000012',
  };

  expect(lastDelivered(checkpoints, 'almanac-local-notify', ARN)).toBe('000000000000000000010');
  expect(lastDelivered({ [`notify ${ARN} s`]: '9', [`notify ${ARN} t`]: '10' }, 'notify', ARN)).toBe('10');
  expect(lastDelivered(checkpoints, 'almanac-local-other', ARN)).toBeUndefined();
});
