import { describe, expect, test } from '@jest/globals';
import { isRedirectAllowed, redirectProblem } from '#lib/oauth/clients/redirect';
import type { Client } from '#lib/oauth/model/client';

describe('an address to register', () => {
  test.each([
    'https://app.example.com/callback',
    'https://app.example.com:8443/callback?from=almanac',
    'http://127.0.0.1:8080/callback',
    'http://[::1]:8080/callback',
    'http://localhost/callback',
    'com.example.app:/callback',
  ])('%s can be registered', (uri) => {
    expect(redirectProblem(uri)).toBeUndefined();
  });

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,hello',
    'vbscript:msgbox(1)',
    'blob:https://app.example.com/1',
    'file:///etc/passwd',
  ])('%s would run in the browser of whoever signs in', (uri) => {
    expect(redirectProblem(uri)).toBe(`'${uri}' would run in the browser of whoever signs in.`);
  });

  test.each([
    ['app.example.com', 'is not an address.'],
    ['https://app.example.com/#callback', 'has a fragment, in which no answer would arrive.'],
    ['http://app.example.com/', 'is not encrypted: plain http is for this machine only.'],
    ['http://127.0.0.1.example.com/', 'is not encrypted: plain http is for this machine only.'],
  ])('%s %s', (uri, problem) => {
    expect(redirectProblem(uri)).toBe(`'${uri}' ${problem}`);
  });
});

describe('an address that a request names', () => {
  const registered = 'https://app.example.com/callback';
  const client = (type: Client['type']): Client => ({
    id: 'tea',
    type,
    name: 'Tea Party',
    created: '2026-11-15T00:00:00Z',
    redirectUris: [registered],
  });

  test.each<[string, boolean, boolean]>([
    [registered, true, true],
    [`${registered}/`, false, false],
    ['http://127.0.0.1:53177/callback', false, true],
    ['http://localhost:1/', false, true],
    ['http://[::1]:1/', false, true],
    ['https://127.0.0.1:1/', false, false],
    ['http://user@127.0.0.1:1/', false, false],
    ['http://:secret@127.0.0.1:1/', false, false],
    ['http://127.0.0.1:1/#here', false, false],
    ['http://192.168.1.2:1/', false, false],
    ['here', false, false],
  ])('%s is allowed for a site: %s, for a program on this machine: %s', (uri, forSite, forProgram) => {
    expect([isRedirectAllowed(client('web'), uri), isRedirectAllowed(client('installed'), uri)]).toEqual([
      forSite,
      forProgram,
    ]);
  });
});
