import { afterAll } from '@jest/globals';
import { mockClient as mock } from 'aws-sdk-client-mock';

/** Stands in for a service of Amazon until the end of the test file; the next one finds the real client again. */
export const mockClient: typeof mock = (client) => {
  const mocked = mock(client);
  afterAll(() => {
    mocked.restore();
  });
  return mocked;
};
