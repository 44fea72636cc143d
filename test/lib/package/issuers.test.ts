import { describe, expect, test } from '@jest/globals';
import { issuerProblem } from '#lib/package/issuers';

const issuer = { issuer: 'https://id.example.com', jwksUri: 'https://id.example.com/keys', audience: 'almanac' };

describe('the issuers of a stage', () => {
  test('one with an address of keys is enough', () => {
    expect(issuerProblem('prod', JSON.stringify([issuer]))).toBeUndefined();
  });

  test.each([
    ['none', [], "Stage 'prod' names no token issuer"],
    ['one without keys', [{ issuer: 'https://id.example.com', audience: 'almanac' }], 'has neither keys'],
    ['one without an audience', [{ ...issuer, audience: undefined }], 'has no audience'],
    ['one with an empty audience', [{ ...issuer, audience: '' }], 'has no audience'],
    ['keys that come unencrypted', [{ ...issuer, jwksUri: 'http://id.example.com/keys' }], 'must come over https'],
    ['one twice', [issuer, issuer], 'is listed twice'],
    ['an object', issuer, 'are not a JSON array'],
  ])('%s: refused', (_case, issuers, objection) => {
    expect(issuerProblem('prod', JSON.stringify(issuers))).toContain(objection);
  });

  test('text that is no JSON: refused', () => {
    expect(issuerProblem('prod', 'https://id.example.com')).toContain('are not a JSON array');
  });
});
