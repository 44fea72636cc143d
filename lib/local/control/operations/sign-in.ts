import { badRequest } from '#lib/api/errors';
import { array, integer, resource, string } from '#lib/api/schema';
import { ALL_SCOPES } from '#lib/local/sign-in/all-scopes';
import { defineOperation, OPEN } from './operation.ts';

const TokenRequest = resource('TokenRequest', 'Whose token it is to be.', {
  email: string('The address of the user.'),
  scopes: array('The scopes; all when left out.', string('A scope.')),
  ttlSeconds: integer('How long it is valid, by the clock of the stack; an hour when left out.'),
});
const Token = resource('Token', 'A token that the services of this stack accept.', {
  token: string('To be sent as `Authorization: Bearer ...`.'),
});
const Key = resource('Key', 'The API key of this stack.', { key: string('To be sent as `?key=...`.') });

const HOUR_SECONDS = 3600;
const ON_SIGN_IN = { ...OPEN, path: {}, query: {} } as const;

export const signInOperations = [
  defineOperation({
    ...ON_SIGN_IN,
    id: 'almanac.signIn.token',
    summary: 'Issues a token for any user.',
    route: 'POST /_almanac/tokens',
    body: TokenRequest,
    returns: Token,
    run: async ({ body: { email = '', scopes, ttlSeconds = HOUR_SECONDS } }, { stores }) => {
      if (!email.includes('@')) throw badRequest('required', 'A token needs the address of a user as email.');
      return { token: await stores.token({ email, scopes: scopes ?? ALL_SCOPES, ttlSeconds }) };
    },
  }),
  defineOperation({
    ...ON_SIGN_IN,
    id: 'almanac.signIn.key',
    summary: 'Tells the API key.',
    route: 'GET /_almanac/key',
    returns: Key,
    run: (_input, { stores }) => Promise.resolve({ key: stores.key() }),
  }),
];
