/** Every endpoint of the authorization server. They are none of the documented operations: see `functions/catalog.ts`. */
import type { Endpoint } from '#lib/oauth/endpoint';
import { authorize } from './authorize.ts';
import { callback } from './callback.ts';
import { certs } from './certs.ts';
import { configuration } from './configuration.ts';
import { consent } from './consent.ts';
import { device } from './device.ts';
import { deviceCode } from './deviceCode.ts';
import { revoke } from './revoke.ts';
import { token } from './token.ts';
import { tokeninfo } from './tokeninfo.ts';
import { userinfo } from './userinfo.ts';

export const endpoints: readonly Endpoint[] = [
  authorize,
  consent,
  callback,
  token,
  revoke,
  tokeninfo,
  userinfo,
  deviceCode,
  device,
  certs,
  configuration,
];
