/** Every endpoint of the authorization server. They are none of the documented operations: see `functions/catalog.ts`. */
import type { Endpoint } from '#lib/oauth/endpoint';
import { certs } from './certs.ts';
import { configuration } from './configuration.ts';
import { revoke } from './revoke.ts';
import { token } from './token.ts';
import { tokeninfo } from './tokeninfo.ts';
import { userinfo } from './userinfo.ts';

export const endpoints: readonly Endpoint[] = [token, revoke, tokeninfo, userinfo, certs, configuration];
