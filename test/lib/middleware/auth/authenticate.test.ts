import { beforeAll, describe, expect, test } from '@jest/globals';
import { SCOPE } from '#lib/calendar/scopes';
import { openIssuer, type Grant, type LocalIssuer } from '#lib/local/sign-in/issuer';
import { authenticate, type WithoutCredentials } from '#lib/middleware/auth/authenticate';
import { authorize } from '#lib/middleware/auth/authorize';
import { tokenVerifier } from '#lib/middleware/auth/verify-token';
import { systemClock } from '#lib/runtime/process/clock';
import { tinyService, type Answer, type Ask } from '#test/support/http/tiny-service';
import { newFolder } from '#test/support/run/folders/new-folder';

const GOOD_KEY = 'alm_0123456789abcdefghijklmnop';
const dataDir = newFolder();
let issuer: LocalIssuer;

beforeAll(async () => {
  issuer = await openIssuer(dataDir);
});

const token = (changes: Partial<Grant> = {}): Promise<string> =>
  issuer.sign({ email: 'alice@example.com', scopes: [SCOPE.calendar], ttlSeconds: 600, ...changes });

const bearer = async (changes: Partial<Grant> = {}): Promise<{ authorization: string }> => ({
  authorization: `Bearer ${await token(changes)}`,
});

const ask = (request: Ask, withoutCredentials: WithoutCredentials = 'login'): Promise<Answer> =>
  tinyService([
    authenticate({
      verifyToken: tokenVerifier([issuer.issuer], systemClock),
      checkKey: (key) => Promise.resolve(key === GOOD_KEY),
      withoutCredentials,
    }),
    authorize(),
  ])(request);

const errorOf = ({ body }: Answer) => (body as { error: Record<string, unknown> }).error;

describe('200', () => {
  const alice = { kind: 'user', email: 'alice@example.com', scopes: [SCOPE.calendar] };

  test.each(['Bearer', 'bearer', 'BEARER'])('with a token in the header (%s)', async (scheme) => {
    const { status, body } = await ask({ headers: { Authorization: `${scheme} ${await token()}` } });

    expect(status).toBe(200);
    expect(body).toEqual(alice);
  });

  test.each(['access_token', 'oauth_token'])('with a token as %s', async (parameter) => {
    const { body } = await ask({ query: `${parameter}=${await token()}` });

    expect(body).toEqual(alice);
  });

  test('the header wins over the query, and access_token over oauth_token', async () => {
    const query = `oauth_token=${await token({ email: 'carol@example.com' })}&access_token=${await token({ email: 'bob@example.com' })}`;

    expect((await ask({ headers: await bearer(), query })).body).toEqual(alice);
    expect((await ask({ query })).body).toMatchObject({ email: 'bob@example.com' });
  });

  test('a token wins over a key, even over a wrong one', async () => {
    const { body } = await ask({ headers: await bearer(), query: 'key=wrong' });

    expect(body).toEqual(alice);
  });

  test('the client that asked for the token is known', async () => {
    const { body } = await ask({ headers: await bearer({ clientId: 'planner' }) });

    expect(body).toEqual({ ...alice, clientId: 'planner' });
  });

  test.each([
    ['the parameter key', { query: `key=${GOOD_KEY}` }],
    ['the header x-goog-api-key', { headers: { 'X-Goog-Api-Key': GOOD_KEY } }],
  ])('with an API key alone on a public operation, in %s', async (_name, request) => {
    const { status, body } = await ask(request);

    expect(status).toBe(200);
    expect(body).toMatchObject({ kind: 'anonymous' });
    expect(body).not.toHaveProperty('email');
  });

  test('with nothing at all on a public operation, when the stage says so', async () => {
    const { status, body } = await ask({}, 'serve');

    expect(status).toBe(200);
    expect(body).toMatchObject({ kind: 'anonymous' });
  });
});

describe('401 required', () => {
  const LOGIN = {
    code: 401,
    message: 'Login Required.',
    errors: [
      {
        domain: 'global',
        reason: 'required',
        message: 'Login Required.',
        locationType: 'header',
        location: 'Authorization',
      },
    ],
    status: 'UNAUTHENTICATED',
  };

  test('CAL-03 without credentials', async () => {
    const answer = await ask({});

    expect(answer.status).toBe(401);
    expect(errorOf(answer)).toEqual(LOGIN);
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="almanac"');
  });

  test.each<[string, Ask]>([
    ['an empty token', { query: 'access_token=' }],
    ['an empty key', { query: 'key=' }],
    ['another scheme', { headers: { authorization: 'Basic YWxpY2U6c2VjcmV0' } }],
    ['a bearer header without token', { headers: { authorization: 'Bearer ' } }],
  ])('with %s', async (_name, request) => {
    expect(errorOf(await ask(request))).toEqual(LOGIN);
  });

  test.each(['POST', 'PATCH'])('with a key alone on an operation that is not public (%s)', async (method) => {
    expect(errorOf(await ask({ method, query: `key=${GOOD_KEY}` }))).toEqual(LOGIN);
  });

  test('with nothing on an operation that is not public, although the stage serves public ones', async () => {
    expect(errorOf(await ask({ method: 'POST' }, 'serve'))).toEqual(LOGIN);
  });
});

describe('401 authError', () => {
  const expectRefused = (answer: Answer, why: string): void => {
    expect(answer.status).toBe(401);
    expect(errorOf(answer)).toEqual({
      code: 401,
      message: 'Invalid Credentials',
      errors: [
        {
          domain: 'global',
          reason: 'authError',
          message: 'Invalid Credentials',
          locationType: 'header',
          location: 'Authorization',
        },
      ],
      status: 'UNAUTHENTICATED',
    });
    expect(answer.headers['www-authenticate']).toBe(
      `Bearer realm="almanac", error="invalid_token", error_description="${why}"`,
    );
  };

  test('CAL-04 with an expired token', async () => {
    expectRefused(await ask({ headers: await bearer({ ttlSeconds: -61 }) }), 'The token has expired.');
  });

  test('with a token that is none, although the key is good', async () => {
    expectRefused(
      await ask({ headers: { authorization: 'Bearer nonsense' }, query: `key=${GOOD_KEY}` }),
      'The token cannot be read.',
    );
  });
});

describe('403 insufficientPermissions', () => {
  test('CAL-05 with a token that may only read', async () => {
    const answer = await ask({ method: 'POST', headers: await bearer({ scopes: [SCOPE.readonly] }) });

    expect(answer.status).toBe(403);
    expect(errorOf(answer)).toMatchObject({
      code: 403,
      errors: [{ domain: 'global', reason: 'insufficientPermissions' }],
      status: 'PERMISSION_DENIED',
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT',
          metadata: { method: 'calendar.events.insert' },
        },
      ],
    });
    expect(answer.headers['www-authenticate']).toContain(`error="insufficient_scope", scope="${SCOPE.calendar} `);
  });

  test.each([
    ['no scopes', []],
    ['the scope of another service', ['https://www.googleapis.com/auth/books']],
    ['a scope that only begins alike', [`${SCOPE.calendar}s`]],
  ])('with %s', async (_name, scopes) => {
    expect((await ask({ headers: await bearer({ scopes }) })).status).toBe(403);
  });

  test('but any one of the accepted scopes is enough', async () => {
    expect(
      (await ask({ method: 'POST', headers: await bearer({ scopes: ['openid', SCOPE.eventsOwned] }) })).status,
    ).toBe(200);
  });
});

test('403 forbidden without credentials on a public operation, when the stage wants a key', async () => {
  const answer = await ask({}, 'refuse');

  expect(answer.status).toBe(403);
  expect(errorOf(answer)).toMatchObject({ errors: [{ reason: 'forbidden' }] });
});

test('400 keyInvalid with a key that was never issued', async () => {
  const answer = await ask({ query: 'key=alm_00000000000000000000000000' });

  expect(answer.status).toBe(400);
  expect(errorOf(answer)).toMatchObject({
    code: 400,
    message: 'API key not valid. Please pass a valid API key.',
    errors: [{ domain: 'usageLimits', reason: 'keyInvalid' }],
    details: [{ reason: 'API_KEY_INVALID' }],
  });
});
