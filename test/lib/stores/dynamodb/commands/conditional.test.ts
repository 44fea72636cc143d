/** Conflicts of two transactions cannot be had at will from a database: `send` fails in their place. */
import { describe, expect, test } from '@jest/globals';
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '#lib/stores/dynamodb/client/exceptions';
import { wasWritten } from '#lib/stores/dynamodb/commands/conditional';

const given = { message: '', $metadata: {} };
const conflict = () => new TransactionConflictException(given);
const cancelled = (...codes: string[]) =>
  new TransactionCanceledException({ ...given, CancellationReasons: codes.map((Code) => ({ Code })) });

/** Fails with each of these, then succeeds. */
function failing(...errors: readonly Error[]) {
  const sent = { times: 0 };
  const send = async (): Promise<void> => {
    const error = errors[sent.times];
    sent.times += 1;
    if (error !== undefined) throw await Promise.resolve(error);
  };
  return { sent, send };
}

describe('a write that meets a transaction on the same item', () => {
  test.each([
    ['of its own', conflict()],
    ['in a transaction', cancelled('None', 'TransactionConflict')],
    ['while the table is throttled', cancelled('ThrottlingError')],
  ])('is sent again (%s)', async (_how, error) => {
    const { sent, send } = failing(error, error);

    expect(await wasWritten(send)).toBe(true);
    expect(sent.times).toBe(3);
  });

  test('is lost when its condition does not hold, then or later', async () => {
    const failed = new ConditionalCheckFailedException(given);
    const later = failing(conflict(), failed);

    expect(await wasWritten(failing(failed).send)).toBe(false);
    expect(await wasWritten(failing(cancelled('TransactionConflict', 'ConditionalCheckFailed')).send)).toBe(false);
    expect(await wasWritten(later.send)).toBe(false);
    expect(later.sent.times).toBe(2);
  });

  test('fails with whatever else goes wrong', async () => {
    const { sent, send } = failing(conflict(), cancelled('ValidationError'));

    await expect(wasWritten(send)).rejects.toThrow(TransactionCanceledException);
    expect(sent.times).toBe(2);
  });
});
