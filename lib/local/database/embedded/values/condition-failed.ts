/** The error of a write whose condition does not hold. */
import { ConditionalCheckFailedException } from '#lib/stores/dynamodb/client/exceptions';
import { attributeValues } from './attribute-values.ts';
import { CONDITION_FAILED, $metadata } from './errors.ts';
import type { Item } from './values.ts';

/** Includes the current item if the request asked for it. */
export const conditionFailed = (item: Item | undefined): Error =>
  new ConditionalCheckFailedException({
    message: CONDITION_FAILED,
    $metadata,
    ...(item !== undefined && { Item: attributeValues(item) }),
  });
