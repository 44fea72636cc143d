/** The issuers that OPERATIONS.md works through: their settings can be deployed, and such tokens are taken. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import type { Issuer } from '#lib/middleware/auth/issuer';
import { tokenVerifier } from '#lib/middleware/auth/verify-token';
import { issuerProblem } from '#lib/package/issuers';
import { ROOT } from '#test/support/stack/stack-process';

const guide = readFileSync(join(ROOT, 'OPERATIONS.md'), 'utf8');
const block = (mark: string): string => new RegExp(`\`\`\`json ${mark}\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1] ?? '';

test.each(['cognito', 'keycloak'])('%s', async (name) => {
  const setting = block(`issuers=${name}`);
  const claims = JSON.parse(block(`claims=${name}`)) as JWTPayload;
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'one' }];
  // The keys themselves in place of their address: nobody answers there.
  const issuers = (JSON.parse(setting) as Issuer[]).map(({ jwksUri: _address, ...issuer }) => ({
    ...issuer,
    jwks: { keys },
  }));
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .setExpirationTime('1h')
    .sign(privateKey);

  expect(issuerProblem('prod', setting)).toBeUndefined();
  expect(await tokenVerifier(issuers, { now: () => new Date() })(token)).toMatchObject({
    email: 'ann@example.org',
    scopes: expect.arrayContaining(['https://www.googleapis.com/auth/calendar']),
  });
});
