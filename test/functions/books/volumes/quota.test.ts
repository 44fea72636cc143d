/** @modules own */
import { books } from '@googleapis/books';
import { expect, test } from '@jest/globals';
import { CATALOGUE, idOf } from '#test/support/books/catalogue';
import { useLibrary } from '#test/support/books/use-library';
import { useGateway } from '#test/support/http/use-gateway';
import { someone } from '#test/support/people';

// Read when the service is loaded, which the library does.
process.env['QUOTA_USER_PER_MINUTE'] = '5';
const library = useLibrary(CATALOGUE.slice(0, 3));
const gateway = useGateway();

test('BOOK-48: above the quota a request is 429 with the time to wait', async () => {
  const as = someone();
  const answers = [];
  for (let round = 0; round < 12; round += 1)
    answers.push(await library.ask('GET', `/books/v1/volumes/${idOf('flowers')}`, { as }));
  const refused = answers.find(({ status }) => status === 429);

  expect(answers[0]?.status).toBe(200);
  expect(refused?.body).toMatchObject({
    error: { code: 429, status: 'RESOURCE_EXHAUSTED', errors: [{ reason: 'rateLimitExceeded' }] },
  });
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
});

test("BOOK-48: Google's client asks again and then rejects", async () => {
  const headers = { authorization: `Bearer ${await gateway.token(someone())}` };
  let repeats = 0;
  const onRetryAttempt = (): void => {
    repeats += 1;
  };
  const client = books({
    version: 'v1',
    rootUrl: gateway.rootUrl,
    headers,
    retryConfig: { retryDelay: 1, maxRetryDelay: 5, onRetryAttempt },
  });
  const failures: unknown[] = [];
  for (let round = 0; round < 12 && failures.length === 0; round += 1)
    await client.volumes.get({ volumeId: idOf('flowers') }).catch((error: unknown) => failures.push(error));

  expect(failures[0]).toMatchObject({ code: 429 });
  expect(repeats).toBeGreaterThanOrEqual(3);
});
