/** Which client asks for a token: id and secret in the body or in the header (RFC 6749, 2.3.1). */
import { hashSecret, isSameText } from '#lib/api/text/secrets';
import { parameterOf, type OAuthDependencies, type OAuthRequest } from '#lib/oauth/endpoint';
import { invalidClient, invalidRequest } from '#lib/oauth/errors';
import type { Client } from '#lib/oauth/model/client';
import { findClient } from './find-client.ts';

export interface ClientCredentials {
  readonly id: string;
  readonly secret: string | undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw invalidClient('The Authorization header cannot be read.');
  }
}

function fromHeader({ headers }: OAuthRequest): ClientCredentials | undefined {
  const [, encoded] = /^Basic +([\w+/=-]+) *$/i.exec(headers['authorization'] ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return { id: decoded(id), secret: decoded(secret.join(':')) };
}

export function credentialsOf(request: OAuthRequest): ClientCredentials {
  const given = fromHeader(request);
  const id = parameterOf(request.form, 'client_id');
  const secret = parameterOf(request.form, 'client_secret');
  if (given !== undefined && (secret !== undefined || (id !== undefined && id !== given.id)))
    throw invalidRequest('The header and the body contain different credentials.');
  if (given === undefined && id === undefined) throw invalidRequest('Could not determine client ID from request.');
  return given ?? { id: id ?? '', secret };
}

/**
 * Programs on people's machines cannot keep a secret: those may leave it out, and then have to prove by PKCE that they
 * are the ones who asked (RFC 8252). The caller sees to that where `isProven` is false.
 */
export async function authenticateClient(
  { id, secret }: ClientCredentials,
  rootUrl: string,
  dependencies: OAuthDependencies,
): Promise<{ readonly client: Client; readonly isProven: boolean }> {
  const client = await findClient(id, rootUrl, dependencies);
  if (client === undefined) throw invalidClient('The OAuth client was not found.');
  if (secret === undefined) {
    if (client.type === 'web') throw invalidRequest('client_secret is missing.');
    return { client, isProven: false };
  }
  if (client.secretHash === undefined || !isSameText(hashSecret(secret), client.secretHash))
    throw invalidClient('The provided client secret is invalid.');
  return { client, isProven: true };
}
