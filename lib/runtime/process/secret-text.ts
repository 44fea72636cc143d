import { readFile } from 'node:fs/promises';
import { config } from './config.ts';

/** The text of a secret. On a laptop, a file can take the place of Secrets Manager. */
export async function secretText(secret: string): Promise<string> {
  if (config.loopbackWebhooks && secret.startsWith('file:')) return readFile(secret.slice('file:'.length), 'utf8');
  const { readSecret } = await import('#lib/stores/secrets/read-secret');
  return readSecret(secret);
}
