import { expect, test } from '@jest/globals';
import { removeSignIn, signInProblem } from '#lib/package/sign-in';

const PROVIDER = { issuer: 'https://id.example.com', clientId: 'almanac', clientSecret: 's' };

test('a stage without sign-in has neither its function nor its table', () => {
  const functions = { oauth: {}, calendarEvents: {} };
  const resources = { SignInTable: {}, CalendarTable: {} };

  removeSignIn(functions, resources);

  expect([Object.keys(functions), Object.keys(resources)]).toEqual([['calendarEvents'], ['CalendarTable']]);
});

test.each([
  ['off', ''],
  ['on', JSON.stringify(PROVIDER)],
])('signIn=%s may be deployed', (setting, provider) => {
  expect(signInProblem(setting, provider)).toBeUndefined();
});

test.each([
  ['yes', '', 'on or off'],
  ['on', '', 'signInProvider='],
  ['on', 'null', 'signInProvider='],
  ['on', '{', 'signInProvider='],
  ['on', JSON.stringify({ ...PROVIDER, clientSecret: undefined }), 'signInProvider='],
  ['on', JSON.stringify({ ...PROVIDER, issuer: 'http://id.example.com' }), 'over https'],
])('signIn=%s with %s may not', (setting, provider, problem) => {
  expect(signInProblem(setting, provider)).toContain(problem);
});
