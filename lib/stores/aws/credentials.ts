/** Who calls Amazon's services from this process. */
import type { Credentials } from './sign.ts';

export type ExpiringCredentials = Credentials & { readonly expiration?: Date };

/** As in a function; undefined where a profile or something else names them. */
export function environmentCredentials(): Credentials | undefined {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId = '',
    AWS_SECRET_ACCESS_KEY: secretAccessKey = '',
    AWS_SESSION_TOKEN: sessionToken,
    AWS_PROFILE,
  } = process.env;
  if (accessKeyId === '' || secretAccessKey === '' || AWS_PROFILE !== undefined) return undefined;
  return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
}

let chain: Promise<() => Promise<ExpiringCredentials>> | undefined;

/** The sources that Amazon's clients know are loaded only where the environment says nothing. */
export const ownCredentials = async (): Promise<ExpiringCredentials> => {
  const known = environmentCredentials();
  if (known !== undefined) return known;
  chain ??= import('@aws-sdk/credential-provider-node').then(({ defaultProvider }) => defaultProvider());
  return (await chain)();
};
