import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Domain } from '#lib/stores/opensearch/domain';
import { isSigned } from '#test/support/opensearch/signature';
import { type StandIn, standInDomain } from '#test/support/opensearch/stand-in';

let opened: StandIn;
let domain: Domain;
beforeAll(async () => {
  opened = await standInDomain();
  ({ domain } = opened);
  await domain.send('PUT', '/books-1', { body: { mappings: {} } });
});
beforeEach(() => {
  opened.fault = undefined;
});
afterAll(() => opened.stop());

const count = () => domain.send('GET', '/books-1/_count');

/** Answers with these statuses, then as usual. */
function answerFirst(...statuses: number[]): { readonly asked: () => number } {
  const before = opened.requests.length;
  opened.fault = () => statuses.shift();
  return { asked: () => opened.requests.length - before };
}

describe('signatures', () => {
  /** Of Amazon's published test suite for Signature Version 4. */
  test.each([
    ['get-vanilla', 'GET', '/', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
    ['post-vanilla', 'POST', '/', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
    [
      'get-vanilla-query-order-key-case',
      'GET',
      '/?Param2=value2&Param1=value1',
      'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
    ],
  ])('what the tests check them with takes %s', (_name, method, url, signature) => {
    const authorization = (own: string): string =>
      `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=${own}`;
    const signedAs = (own: string) => ({
      method,
      url,
      headers: { host: 'example.amazonaws.com', 'x-amz-date': '20150830T123600Z', authorization: authorization(own) },
      body: '',
    });
    const secret = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY';

    expect(isSigned(signedAs(signature), secret)).toBe(true);
    expect(isSigned(signedAs(signature.replace(/^./, '0')), secret)).toBe(false);
  });

  test('requests with and without a body or a query are signed as a domain checks them', async () => {
    await expect(count()).resolves.toMatchObject({ status: 200, body: { count: 0 } });
    const mget = { query: { _source: 'on sale', b: 'é/+' }, body: { ids: ['ä'] } };
    await expect(domain.send('POST', '/books-1/_mget', mget)).resolves.toMatchObject({ status: 200 });
  });

  test('those of another key are refused, and not sent again', async () => {
    const other = opened.domainFor({ accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'another' });
    const before = opened.requests.length;

    await expect(other.send('GET', '/books-1/_count')).rejects.toThrow('with 403');
    expect(opened.requests.length - before).toBe(1);
  });
});

describe('a domain that is too busy', () => {
  test.each([429, 502, 503, 504])('is asked again after %s', async (status) => {
    const { asked } = answerFirst(status, status);

    await expect(count()).resolves.toMatchObject({ status: 200 });
    expect(asked()).toBe(3);
  });

  test('is asked again when it cuts the connection', async () => {
    const { asked } = answerFirst(0, 0);

    await expect(count()).resolves.toMatchObject({ status: 200 });
    expect(asked()).toBeGreaterThanOrEqual(3);
  });

  test('is given up after six times, with its last answer', async () => {
    const { asked } = answerFirst(...Array.from({ length: 9 }, () => 429));

    await expect(count()).rejects.toThrow('OpenSearch answered GET /books-1/_count with 429');
    expect(asked()).toBe(6);
  });

  test.each([400, 403, 404, 413, 500])('is not meant by %s', async (status) => {
    const { asked } = answerFirst(status);

    await expect(count()).rejects.toMatchObject({ status });
    expect(asked()).toBe(1);
  });
});
