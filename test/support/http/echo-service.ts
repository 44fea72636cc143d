/** The whole pipeline before operations that say what reached them. */
import type { User } from '#lib/api/context';
import { badRequest } from '#lib/api/errors';
import { requireMatch } from '#lib/api/etag';
import { operationsOn } from '#lib/api/operation';
import { any, boolean, object, optional, repeated, resource, string } from '#lib/api/schema';
import { serve, type Service } from '#lib/middleware/serve';
import { eventOf, type Ask } from '#test/support/ask';

const defineOperation = operationsOn<null>();
const SCOPE = 'https://www.googleapis.com/auth/calendar';
const Echo = resource('Echo', '', {
  etag: string('', { readOnly: true }),
  name: string(''),
  path: any(''),
  query: any(''),
  body: any(''),
  nested: object('', { text: string('') }),
});
const common = { summary: '', scopes: [SCOPE], cost: 1 };
const thing = { id: string('') };

const operations = [
  defineOperation({
    ...common,
    id: 'things.get',
    route: 'GET /things/{id}',
    path: thing,
    query: { flag: optional(boolean('')), tag: repeated(string('')) },
    returns: Echo,
    run: ({ path, query }) =>
      Promise.resolve({ etag: '"1"', name: 'x'.repeat(2000), path, query, nested: { text: 'y' } }),
  }),
  defineOperation({
    ...common,
    id: 'things.import',
    route: 'POST /things/import',
    path: {},
    query: {},
    body: Echo,
    returns: Echo,
    run: ({ body }) => Promise.resolve({ name: 'import', body }),
  }),
  defineOperation({
    ...common,
    id: 'things.patch',
    route: 'PATCH /things/{id}',
    path: thing,
    query: {},
    body: Echo,
    returns: Echo,
    run: ({ body }, { request }) => {
      requireMatch(request.preconditions, '"1"');
      return Promise.resolve({ name: 'patch', body });
    },
  }),
  defineOperation({
    ...common,
    id: 'things.delete',
    route: 'DELETE /things/{id}',
    path: thing,
    query: {},
    async run({ path }) {
      if (path.id === 'broken') throw new Error('password=hunter2');
      if (path.id === 'busy') throw Object.assign(new Error('of table things'), { name: 'ThrottlingException' });
      return undefined;
    },
  }),
  defineOperation({
    ...common,
    id: 'things.huge',
    route: 'GET /huge',
    path: {},
    query: {},
    returns: Echo,
    run: () => Promise.resolve({ name: '"'.repeat(3_000_000) }),
  }),
  defineOperation({
    ...common,
    id: 'things.address',
    route: 'GET /address',
    path: {},
    query: {},
    returns: Echo,
    run: (_input, { request }) => Promise.resolve({ name: request.rootUrl }),
  }),
  defineOperation({
    ...common,
    id: 'things.fail',
    route: 'PUT /things/{id}',
    path: thing,
    query: {},
    run: () => Promise.reject(badRequest('invalid', 'No.', { headers: { 'retry-after': '7' } })),
  }),
];

interface Line {
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

const caller: User = { kind: 'user', email: 'ann@example.com', scopes: [SCOPE], clientId: undefined };

/** `lines` is what it has logged. */
export function echoService() {
  const lines: Line[] = [];
  const note = (message: string, fields: Readonly<Record<string, unknown>> = {}) =>
    void lines.push({ message, fields });
  const service: Service<null> = {
    name: 'calendar',
    stores: null,
    clock: { now: () => new Date(0) },
    ids: { next: () => 'id', hex: () => 'ff' },
    log: { info: note, error: note },
    verifyToken: () => Promise.resolve(caller),
    checkKey: () => Promise.resolve(false),
    withoutCredentials: 'login',
    store: { lease: () => Promise.reject(new Error('quota is off')) },
    ceilings: { userPerMinute: 0, stagePerMinute: 0 },
    invalidBody: () => badRequest('badRequest', 'Bad Request'),
  };
  const handler = serve(operations, service);

  return {
    handler,
    lines,
    async ask(method: string, url: string, { headers, ...rest }: Ask = {}) {
      const {
        statusCode,
        body = '',
        headers: answered = {},
        isBase64Encoded,
      } = await handler(eventOf(method, url, { ...rest, headers: { authorization: 'Bearer t', ...headers } }));
      return {
        status: statusCode,
        headers: answered,
        body,
        isBase64Encoded,
        json: () => JSON.parse(body) as Record<string, unknown>,
      };
    },
  };
}
