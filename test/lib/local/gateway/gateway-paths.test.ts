/** What an HTTP API does to paths. But for the plus sign, the first tables were recorded on AWS:
 *  https://github.com/hotsock/voker/pull/8, ingress-paths.json */
import { describe, expect, test } from '@jest/globals';
import { type Echo, type EchoGateway, useEchoGateway } from '#test/support/http/echo-gateway';

const routed = useEchoGateway();
const unrouted = useEchoGateway({ routes: ['$default'] });

const eventOf = async (from: EchoGateway, path: string): Promise<Echo['event']> =>
  (JSON.parse((await from.raw(path)).text) as Echo).event;

describe('the path of the event', () => {
  test.each([
    ['/capture/plain', '/capture/plain'],
    ['/capture/space%20value', '/capture/space value'],
    ['/capture/question%3Fvalue', '/capture/question'],
    ['/capture/hash%23value', '/capture/hash#value'],
    ['/capture/slash%2Fvalue', '/capture/slash/value'],
    ['/capture/unicode-%CE%BB-%E4%B8%96%E7%95%8C', '/capture/unicode-λ-世界'],
    ['/capture/literal%252Fvalue', '/capture/literal/value'],
    ['/capture/literal%253Fvalue', '/capture/literal?value'],
    ['/capture/literal%2525value', '/capture/literal%value'],
    ['/capture/plus%2Bvalue+more', '/capture/plus+value+more'],
  ])('%s is %s', async (sent, rawPath) => {
    const query = 'marker=path-probe&value=a%3Fb%25c%23d&repeat=one&repeat=two';

    const event = await eventOf(unrouted, `${sent}?${query}`);

    expect(event).toMatchObject({ rawPath, rawQueryString: query, requestContext: { http: { path: rawPath } } });
    expect(event.queryStringParameters).toEqual({ marker: 'path-probe', value: 'a?b%c#d', repeat: 'one,two' });
  });

  test.each(['/capture/percent%25done', '/capture/%', '/capture/%zz', '/capture/%e0%a4'])(
    '%s is refused',
    async (sent) => {
      const { status, headers, text } = await unrouted.raw(sent);

      expect([status, headers['content-type'], text]).toEqual([400, 'application/json', '{"message":"Bad Request"}']);
    },
  );
});

describe('the parameters of a route', () => {
  test.each([
    ['/things/a%40b%23c%20d%2Be', { id: 'a@b#c d+e' }],
    ['/things/user:a+b@example.com', { id: 'user:a+b@example.com' }],
    ['/things/%E2%98%95', { id: '☕' }],
    ['/things/%2541', { id: 'A' }],
    ['/things/a%252Fb', { id: 'a/b' }],
    ['/things/a/parts/b%40c', { id: 'a', part: 'b@c' }],
    ['/greedy/a%2Fb/c%20d', { rest: 'a/b/c d' }],
  ])('of %s are %j', async (sent, pathParameters) => {
    expect((await eventOf(routed, sent)).pathParameters).toEqual(pathParameters);
  });

  test('are for one segment each: an encoded slash makes two', async () => {
    expect(await routed.raw('/things/a%2Fb')).toMatchObject({ status: 404, text: '{"message":"Not Found"}' });
  });
});
