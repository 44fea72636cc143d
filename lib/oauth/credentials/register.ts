/** New clients, service accounts and authorized users, and their files in the form of Google's own. */
import { generateKeyPairSync } from 'node:crypto';
import { hashSecret, newSecret } from '#lib/api/text/secrets';
import type { OAuthDependencies } from '#lib/oauth/endpoint';
import { newRefreshToken } from '#lib/oauth/grants/refresh-tokens';
import type { Client } from '#lib/oauth/model/client';
import { subjectOf } from '#lib/oauth/model/person';
import { allow } from '#lib/oauth/tokens/allow';

const PROJECT = 'almanac';
const KEY_BITS = 2048;
const NUMBER_LENGTH = 12;
const ID_CHARACTERS = 32;
const KEY_ID_CHARACTERS = 40;

export interface Registration {
  readonly name: string;
  readonly rootUrl: string;
}

type Dependencies = Pick<OAuthDependencies, 'stores' | 'ids' | 'clock'>;

const endpointsAt = (rootUrl: string) => ({
  auth_uri: `${rootUrl}o/oauth2/v2/auth`,
  token_uri: `${rootUrl}token`,
  auth_provider_x509_cert_url: `${rootUrl}oauth2/v3/certs`,
});

async function addClient(
  { type, name, redirectUris }: Pick<Client, 'type' | 'name' | 'redirectUris'>,
  { stores, ids, clock }: Dependencies,
): Promise<{ readonly client: Client; readonly secret: string }> {
  const random = ids.hex(ID_CHARACTERS);
  const number = subjectOf(random).slice(0, NUMBER_LENGTH);
  const secret = newSecret(ids, 'GOCSPX-');
  const client: Client = {
    id: `${number}-${random}.apps.googleusercontent.com`,
    type,
    name,
    created: clock.now().toISOString(),
    secretHash: hashSecret(secret),
    redirectUris,
  };
  await stores.clients.put(client.id, client);
  return { client, secret };
}

/** `client_secret.json` */
export async function registerClient(
  { type, name, rootUrl, redirectUris }: Registration & Pick<Client, 'type' | 'redirectUris'>,
  dependencies: Dependencies,
): Promise<object> {
  const { client, secret } = await addClient({ type, name, redirectUris }, dependencies);
  return {
    [type]: {
      client_id: client.id,
      project_id: PROJECT,
      ...endpointsAt(rootUrl),
      client_secret: secret,
      redirect_uris: redirectUris.length > 0 ? redirectUris : ['http://localhost'],
    },
  };
}

export const newKeys = () => generateKeyPairSync('rsa', { modulusLength: KEY_BITS });

/** Its private key stands in the file and nowhere else. */
export async function registerServiceAccount(
  { name, rootUrl, delegatedScopes }: Registration & { readonly delegatedScopes: readonly string[] },
  { stores, ids, clock }: Dependencies,
  { publicKey, privateKey } = newKeys(),
): Promise<object | undefined> {
  const email = `${name}@${PROJECT}.iam.gserviceaccount.com`;
  const kid = ids.hex(KEY_ID_CHARACTERS);
  const account: Client = {
    id: email,
    type: 'service-account',
    name,
    created: clock.now().toISOString(),
    redirectUris: [],
    publicKey: { kid, jwk: { ...publicKey.export({ format: 'jwk' }) } },
    delegatedScopes,
  };
  if (!(await stores.clients.add(email, account))) return undefined;
  return {
    type: 'service_account',
    project_id: PROJECT,
    private_key_id: kid,
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    client_email: email,
    client_id: subjectOf(email),
    ...endpointsAt(rootUrl),
    client_x509_cert_url: `${rootUrl}oauth2/v3/certs`,
    universe_domain: 'googleapis.com',
  };
}

/** As after `gcloud auth application-default login`: a client, and somebody who allowed it these scopes. */
export async function registerAuthorizedUser(
  { name, rootUrl, email, scopes }: Registration & { readonly email: string; readonly scopes: readonly string[] },
  dependencies: OAuthDependencies,
): Promise<object> {
  const { client, secret } = await addClient({ type: 'installed', name, redirectUris: [] }, dependencies);
  const grant = await allow({ email, clientId: client.id, scopes }, dependencies);
  const refreshToken = await newRefreshToken({ email, clientId: client.id, scopes, grantId: grant.id }, dependencies);
  return {
    type: 'authorized_user',
    account: email,
    client_id: client.id,
    client_secret: secret,
    refresh_token: refreshToken,
    token_uri: endpointsAt(rootUrl).token_uri,
    universe_domain: 'googleapis.com',
  };
}
