import { describe, expect, test } from '@jest/globals';
import { upstreamProblem } from '#lib/package/upstream';
import { readUpstreams } from '#lib/upstream/settings';

const ROOT = 'https://api.example.com/';

describe('upstream', () => {
  test('nothing, an object of services, a root without its slash', () => {
    expect([readUpstreams(undefined), readUpstreams(''), readUpstreams('{}')]).toEqual([{}, {}, {}]);
    expect(readUpstreams('{"calendar":{"rootUrl":"https://api.example.com/v"}}')).toEqual({
      calendar: { rootUrl: 'https://api.example.com/v/', credentials: 'caller', network: 'public' },
    });
  });

  test.each([
    ['oops', /JSON object such as/],
    ['[]', /JSON object such as/],
    ['{"mail":{}}', /calendar, books, ads, not 'mail'/],
    ['{"books":"https://x.example.com"}', /upstream.books is an object/],
    ['{"books":{"rootUrl":"x"}}', /upstream.books.rootUrl is an address/],
    ['{"books":{"rootUrl":"ftp://x.example.com"}}', /upstream.books.rootUrl is an address/],
    ['{"books":{"rootUrl":"https://a:b@x.example.com"}}', /no password/],
    [
      '{"books":{"rootUrl":"https://x.example.com","credentials":"me"}}',
      /credentials is caller, serviceAccount, service/,
    ],
    ['{"books":{"rootUrl":"https://x.example.com","credentials":"service"}}', /books.secret names the secret/],
    ['{"books":{"rootUrl":"https://x.example.com","secret":"s"}}', /books.secret is for/],
    ['{"books":{"rootUrl":"https://x.example.com","token":"s"}}', /but no 'token'/],
    ['{"books":{"rootUrl":"https://x.example.com","network":"any"}}', /network is public, private/],
  ])('%s is refused', (text, message) => {
    expect(() => readUpstreams(text)).toThrow(message);
    expect(upstreamProblem(text)).toMatch(message);
  });

  test.each([
    ['http://api.example.com/', /must be https/],
    ['https://10.0.0.1/', /no public address/],
    ['https://localhost:8443/', /no public address/],
  ])('%s is not for a stage, unless it says so', (rootUrl, message) => {
    expect(upstreamProblem(JSON.stringify({ calendar: { rootUrl } }))).toMatch(message);
    expect(upstreamProblem(JSON.stringify({ calendar: { rootUrl, network: 'private' } }))).toBeUndefined();
  });

  test('a public one is', () => {
    expect(
      upstreamProblem(JSON.stringify({ ads: { rootUrl: ROOT, credentials: 'service', secret: 'key' } })),
    ).toBeUndefined();
  });
});
