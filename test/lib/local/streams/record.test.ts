import { describe, expect, test } from '@jest/globals';
import { lambdaRecord } from '#lib/local/streams/record';

const ARN = 'arn:aws:dynamodb:local:000000000000:table/t/stream/1';

describe('a stream record for a function', () => {
  test('has seconds for its time and base64 for bytes, however deep', () => {
    const given = {
      eventID: 'e1',
      eventName: 'MODIFY' as const,
      dynamodb: {
        ApproximateCreationDateTime: new Date('2026-03-01T10:00:00.900Z'),
        Keys: { pk: { S: 'a' } },
        OldImage: { pk: { S: 'a' }, n: { N: '1' } },
        NewImage: {
          pk: { S: 'a' },
          bytes: { B: Uint8Array.from([255, 0]) },
          set: { BS: [Uint8Array.from([1])] },
          list: { L: [{ B: Uint8Array.from([2]) }, { BOOL: false }, { NULL: true as const }] },
          map: { M: { inner: { B: Uint8Array.from([3]) } } },
          words: { SS: ['x'] },
          numbers: { NS: ['1'] },
        },
        SequenceNumber: '7',
        SizeBytes: 40,
      },
    };

    expect(lambdaRecord(given, ARN)).toEqual({
      eventID: 'e1',
      eventName: 'MODIFY',
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: 'us-east-1',
      eventSourceARN: ARN,
      dynamodb: {
        ApproximateCreationDateTime: 1772359200,
        Keys: { pk: { S: 'a' } },
        OldImage: { pk: { S: 'a' }, n: { N: '1' } },
        NewImage: {
          pk: { S: 'a' },
          bytes: { B: '/wA=' },
          set: { BS: ['AQ=='] },
          list: { L: [{ B: 'Ag==' }, { BOOL: false }, { NULL: true }] },
          map: { M: { inner: { B: 'Aw==' } } },
          words: { SS: ['x'] },
          numbers: { NS: ['1'] },
        },
        SequenceNumber: '7',
        SizeBytes: 40,
        StreamViewType: 'NEW_AND_OLD_IMAGES',
      },
    });
  });

  test('calls the removal of an expired item what AWS calls it', () => {
    const expired = lambdaRecord(
      {
        eventName: 'UNKNOWN_TO_SDK_VERSION' as never,
        dynamodb: { Keys: { pk: { S: 'a' } }, OldImage: { pk: { S: 'a' } } },
      },
      ARN,
    );
    expect(expired).toMatchObject({
      eventName: 'REMOVE',
      userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' },
    });
  });
});
