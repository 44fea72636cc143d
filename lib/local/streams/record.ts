/** A stream record in the form that Lambda passes to a function. */
import type { AttributeValue, _Record } from '@aws-sdk/client-dynamodb-streams';
import type { AttributeValue as LambdaValue, DynamoDBRecord } from 'aws-lambda';

type Image = Record<string, AttributeValue>;
type LambdaImage = Record<string, LambdaValue>;

export function lambdaRecord(
  { eventID = '', eventName, dynamodb = {} }: _Record,
  eventSourceARN: string,
): DynamoDBRecord {
  const {
    ApproximateCreationDateTime: created,
    Keys = {},
    NewImage,
    OldImage,
    SequenceNumber = '',
    SizeBytes = 0,
  } = dynamodb;
  // Emulated databases use another name for the removal of an expired item.
  const isKnown = eventName === 'INSERT' || eventName === 'MODIFY' || eventName === 'REMOVE';
  return {
    eventID,
    eventName: isKnown ? eventName : NewImage === undefined ? 'REMOVE' : 'MODIFY',
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: 'us-east-1',
    eventSourceARN,
    dynamodb: {
      ApproximateCreationDateTime: Math.floor((created?.getTime() ?? 0) / 1000),
      Keys: lambdaImage(Keys),
      ...(NewImage && { NewImage: lambdaImage(NewImage) }),
      ...(OldImage && { OldImage: lambdaImage(OldImage) }),
      SequenceNumber,
      SizeBytes,
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    },
    ...(!isKnown && { userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' } }),
  };
}

const lambdaImage = (image: Image): LambdaImage =>
  Object.fromEntries(Object.entries(image).map(([name, value]) => [name, lambdaValue(value)]));

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Bytes become base64; all other values stay the same. */
function lambdaValue(value: AttributeValue): LambdaValue {
  if (value.B !== undefined) return { B: base64(value.B) };
  if (value.BS !== undefined) return { BS: value.BS.map(base64) };
  if (value.L !== undefined) return { L: value.L.map(lambdaValue) };
  if (value.M !== undefined) return { M: lambdaImage(value.M) };
  const { S, N, SS, NS, BOOL, NULL } = value;
  if (S !== undefined) return { S };
  if (N !== undefined) return { N };
  if (SS !== undefined) return { SS };
  if (NS !== undefined) return { NS };
  return BOOL === undefined ? { NULL: NULL ?? true } : { BOOL };
}
