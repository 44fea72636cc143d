import { describe, expect, test } from '@jest/globals';
import { isPassingFailure } from '#lib/middleware/response/passing-failure';

const named = (name: string, more: object = {}): Error => Object.assign(new Error('x'), { name, ...more });

describe('failures of the cloud', () => {
  test.each<[string, unknown]>([
    ['a database that is asked too much', named('ProvisionedThroughputExceededException')],
    ['a storage that is asked too much', named('SlowDown', { $metadata: { httpStatusCode: 503 } })],
    ['a connection that ended', named('Error', { code: 'ECONNRESET' })],
    ['an answer that did not come', named('TimeoutError')],
    ['a server error by its status', named('Unknown', { $metadata: { httpStatusCode: 500 } })],
  ])('%s passes', (_, error) => {
    expect(isPassingFailure(error)).toBe(true);
  });

  test.each([
    'InternalServerError',
    'InternalError',
    'RequestLimitExceeded',
    'ServiceUnavailable',
    'SlowDown',
    'ThrottlingException',
    'TransactionCanceledException',
    'TransactionConflictException',
    'TransactionInProgressException',
  ])('%s passes, whatever its status', (name) => {
    expect(isPassingFailure(named(name, { $metadata: { httpStatusCode: 400 } }))).toBe(true);
  });

  test.each(['ECONNREFUSED', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN'])('%s passes', (code) => {
    expect(isPassingFailure(named('Error', { code }))).toBe(true);
  });

  test.each<[string, unknown]>([
    ['a mistake of our own', new TypeError('x is undefined')],
    ['a request that the database refuses', named('ValidationException', { $metadata: { httpStatusCode: 400 } })],
    ['what is no error', 'SlowDown'],
  ])('%s does not', (_, error) => {
    expect(isPassingFailure(error)).toBe(false);
  });
});
