/** The quick form of `npm run fuzz`: odd requests to every operation, each answer looked at. */
import { beforeAll, expect, test } from '@jest/globals';
import { openIssuer } from '#lib/local/sign-in/issuer';
import { useGateway } from '#test/support/http/use-gateway';
import { fuzz, type FuzzFixtures, type Outcome } from '#test/tools/fuzz/campaign';
import { declaredOperations } from '#test/tools/fuzz/declared';
import { openFixtures } from '#test/tools/fuzz/fixtures';
import { faultsOf } from '#test/tools/fuzz/verdict';
import { casesToPlay } from '#test/tools/shared/random-cases';
import { sendToHandlers, sendOverHttp } from '#test/tools/shared/request-sender';

const REQUESTS = casesToPlay(2_000);

const gateway = useGateway();
let field: FuzzFixtures;
let outcome: Outcome;

beforeAll(async () => {
  const { sign } = await openIssuer(process.env['ALMANAC_TEST_DATA'] ?? '');
  field = await openFixtures(sign, [sendToHandlers(), sendOverHttp(gateway.rootUrl)]);
  outcome = await fuzz(field, { requests: REQUESTS, seed: 20_260_314, atOnce: 4 });
});

test('every answer has a documented status, an envelope, its headers, and nothing of anybody else', () => {
  expect(
    outcome.findings.map(({ operation, sent, faults }) => ({
      operation,
      faults,
      url: `${sent.method} ${sent.url}`,
      body: sent.body,
    })),
  ).toEqual([]);
});

test('every operation was asked, and most were served at times', () => {
  const served = outcome.rows.filter(({ statuses }) => [...statuses.keys()].some((status) => status < 300));

  expect(
    outcome.rows.filter(({ requests }) => requests >= Math.floor(REQUESTS / declaredOperations.length)).length,
  ).toBe(declaredOperations.length);
  expect(served.length).toBeGreaterThan(declaredOperations.length / 2);
});

test('what the fuzzer looks for, it would see', () => {
  const [secret = ''] = field.secrets;
  const sent = { method: 'GET', url: '/calendar/v3/colors', headers: {} };
  const headers = { 'access-control-allow-origin': '*', 'content-type': 'application/json; charset=UTF-8' };
  const expected = { allowed: new Set([200, 404]), secrets: [secret] };
  const good = { status: 200, headers, text: '{}', ms: 1 };

  expect(faultsOf(sent, good, expected)).toEqual([]);
  expect(faultsOf(sent, { ...good, status: 500, text: '{"error":{"code":500,"message":"x"}}' }, expected)).toEqual([
    'status 500',
  ]);
  expect(faultsOf(sent, { ...good, text: `{"summary":"${secret}"}` }, expected)).toEqual(["somebody else's data"]);
  expect(faultsOf(sent, { ...good, text: '<html>' }, expected)).toEqual(['the body is no JSON']);
  expect(faultsOf(sent, { ...good, status: 404, text: '{"message":"Not Found"}' }, expected)).toEqual([
    'the error has no envelope',
  ]);
  const refused = { ...good, headers: {}, status: 400, text: '{"message":"Bad Request"}' };
  expect(faultsOf(sent, refused, expected)).toEqual([]);
  expect(faultsOf(sent, { ...good, headers: { ...headers, location: 'a\r\nb: c' } }, expected)).toEqual([
    'the header location cannot be sent',
  ]);
  expect(faultsOf(sent, { ...good, headers: { 'content-type': 'text/html' } }, expected)).toEqual([
    'no CORS header',
    "the content type is 'text/html'",
  ]);
});
