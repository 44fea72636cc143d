import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { endpoints } from '#functions/oauth/endpoints';
import { removeSignIn, signInProblem } from '#lib/package/sign-in';
import { checkout } from '#test/support/lambda/checkout';
import { ISSUERS, resourcesOf, type Template } from '#test/support/lambda/packaged';

const PROVIDER = { issuer: 'https://id.example.com', clientId: 'almanac', clientSecret: 's' };

test('a stage without sign-in has neither its function nor its table', () => {
  const functions = { oauth: {}, calendarEvents: {} };
  const resources = { SignInTable: {}, CalendarTable: {} };

  removeSignIn(functions, resources);

  expect([Object.keys(functions), Object.keys(resources)]).toEqual([['calendarEvents'], ['CalendarTable']]);
});

test('a stage is packaged without sign-in unless it asks for it: no route, no function, no table, no role of it', async () => {
  const { folder, serverless } = checkout({ emptyFunctions: true });
  const { exitCode, output } = await serverless('package', '--stage', 'prod', '--param', `issuers=${ISSUERS}`);
  expect([exitCode, output]).toEqual([0, expect.any(String)]);

  const file = join(folder, '.serverless/cloudformation-template-update-stack.json');
  const template = JSON.parse(readFileSync(file, 'utf8')) as Template;
  const { propertiesOf } = resourcesOf(() => template);
  const routes = propertiesOf<{ RouteKey: string }>('AWS::ApiGatewayV2::Route').map(({ RouteKey }) => RouteKey);
  const signIn = new Set(endpoints.flatMap(({ routes: own }) => own).map((route) => route.split(' ')[1]));

  expect(routes.length).toBeGreaterThan(20);
  expect(routes.filter((route) => signIn.has(route.split(' ')[1]) || route.includes('oauth2'))).toEqual([]);
  expect(Object.keys(template.Resources).filter((id) => /oauth|SignInTable/i.test(id))).toEqual([]);
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
