import { describe, expect, test } from '@jest/globals';
import { SignatureV4 } from '@smithy/signature-v4';
import { openSigner, queryText, type Unsigned } from '#lib/stores/aws/signer';
import { Sha256 } from '#test/support/http/sha256';

const EXAMPLE = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};

/** The example that Amazon publishes for reading an object. */
test('a request is signed as Amazon expects it', async () => {
  const signer = openSigner({ service: 's3', region: 'us-east-1', credentials: () => Promise.resolve(EXAMPLE) });

  const headers = await signer.sign(
    {
      method: 'GET',
      host: 'examplebucket.s3.amazonaws.com',
      path: '/test.txt',
      headers: { range: 'bytes=0-9' },
    },
    new Date('2013-05-24T00:00:00Z'),
  );

  expect(headers['authorization']).toContain(
    'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  );
});

describe("the headers are those of Amazon's own signer", () => {
  const host = 'service.eu-west-1.amazonaws.com';
  const now = new Date('2026-02-28T23:59:59.999Z');

  test.each<[string, string, Unsigned & { readonly sessionToken?: string }]>([
    ['an object', 's3', { method: 'GET', host, path: '/shelf/plain.csv' }],
    ['a key with everything', 's3', { method: 'HEAD', host, path: '/shelf/a%20b/%C3%BC%2B%27%28%29%2A%21~.csv' }],
    ['steps upwards, which are none', 's3', { method: 'GET', host, path: '/shelf/../a//b/.' }],
    [
      'a list',
      's3',
      {
        method: 'GET',
        host,
        path: '/shelf/',
        query: { prefix: "a b/ü+'()*!&=%", 'list-type': '2', 'continuation-token': '1/a+b=', list: '' },
      },
    ],
    [
      'an upload, with a token',
      's3',
      {
        method: 'PUT',
        host,
        path: '/shelf/key',
        query: { partNumber: '1', uploadId: 'id 1' },
        headers: { 'content-type': '  text/csv;   charset=UTF-8 ', 'x-amz-meta-volumes': '7' },
        body: new Uint8Array([0, 255, 1]),
        sessionToken: 'token//+=',
      },
    ],
    [
      'a search',
      'es',
      {
        method: 'POST',
        host,
        path: '/books%201/_search',
        query: { scroll: '1m' },
        headers: { 'content-type': 'application/json' },
        body: '{"query":"ü"}',
      },
    ],
    [
      'a secret',
      'secretsmanager',
      { method: 'POST', host, path: '/', headers: { 'x-amz-target': 'secretsmanager.GetSecretValue' }, body: '{}' },
    ],
  ])('for %s', async (_name, service, { sessionToken, ...request }) => {
    const credentials = { ...EXAMPLE, ...(sessionToken !== undefined && { sessionToken }) };
    const { method, path, query = {}, headers = {}, body } = request;
    const amazons = new SignatureV4({
      service,
      region: 'eu-west-1',
      credentials,
      sha256: Sha256,
      uriEscapePath: service !== 's3',
    });

    const ours = await openSigner({
      service,
      region: 'eu-west-1',
      credentials: () => Promise.resolve(credentials),
    }).sign(request, now);

    const theirs = await amazons.sign(
      {
        method,
        protocol: 'https:',
        hostname: host,
        path,
        query: { ...query },
        headers: { ...headers, host },
        ...(body !== undefined && { body }),
      },
      { signingDate: now },
    );
    expect(ours).toEqual(theirs.headers);
  });
});

test.each([undefined, 'token//+='])("a link is the one of Amazon's own signer (token: %s)", async (sessionToken) => {
  const credentials = { ...EXAMPLE, ...(sessionToken !== undefined && { sessionToken }) };
  const [region, now] = ['eu-west-1', new Date('2026-02-28T23:59:59.999Z')];
  const [host, path] = ['s3.eu-west-1.amazonaws.com', '/shelf/a%20b/%C3%BC%27.csv'];
  const query = {
    'response-content-type': 'text/csv; charset=UTF-8',
    'response-content-disposition': 'attachment; filename="a b.csv"',
  };
  const amazons = new SignatureV4({ service: 's3', region, credentials, sha256: Sha256, uriEscapePath: false });

  const ours = await openSigner({ service: 's3', region, credentials: () => Promise.resolve(credentials) }).signLink(
    { host, path, query },
    60,
    now,
  );

  const theirs = await amazons.presign(
    {
      method: 'GET',
      protocol: 'https:',
      hostname: host,
      path,
      query,
      headers: { host, 'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD' },
    },
    { expiresIn: 60, signingDate: now },
  );
  expect(Object.fromEntries(new URLSearchParams(ours))).toEqual(theirs.query);
});

test('a query is sent as it is signed: by the names of its parts, and a space is no plus', () => {
  expect(queryText({ 'a-b': '1', a: "x y+z'", b: '' })).toBe('a=x%20y%2Bz%27&a-b=1&b=');
});
