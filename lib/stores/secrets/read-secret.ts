/** One secret of AWS Secrets Manager, with nothing but a signed request: its client would double a function's bundle. */
import { refusalOf } from '#lib/api/process/outgoing-calls';
import { openSigner } from '#lib/stores/aws/signer';

const CALL = 'GetSecretValue';

/** The text of a secret, by its name or ARN; throws when there is none, or it may not be read. */
export async function readSecret(secretId: string): Promise<string> {
  const refusal = refusalOf('secretsmanager', CALL, { SecretId: secretId });
  if (refusal !== undefined) throw new Error(refusal);
  const { AWS_REGION: region = 'us-east-1', AWS_ENDPOINT_URL, AWS_ENDPOINT_URL_SECRETS_MANAGER } = process.env;
  const address =
    AWS_ENDPOINT_URL_SECRETS_MANAGER ?? AWS_ENDPOINT_URL ?? `https://secretsmanager.${region}.amazonaws.com`;
  const { host } = new URL(address);
  const signer = openSigner({ service: 'secretsmanager', region });
  const body = JSON.stringify({ SecretId: secretId });
  const headers = await signer.sign({
    method: 'POST',
    host,
    path: '/',
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `secretsmanager.${CALL}` },
    body,
  });
  const answer = await fetch(address, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`Secrets Manager answered ${CALL} with ${String(answer.status)}.`);
  const { SecretString: text } = (await answer.json()) as { readonly SecretString?: string };
  if (text === undefined) throw new Error('The secret has no text.');
  return text;
}
