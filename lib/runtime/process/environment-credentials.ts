/**
 * Takes the place of the SDK's chain of credential sources in the bundles: Lambda has its credentials in the
 * environment, and nowhere else.
 */

interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

const required = (name: string): string => {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`${name} is not set.`);
  return value;
};

export const defaultProvider = () => (): Promise<Credentials> => {
  const sessionToken = process.env['AWS_SESSION_TOKEN'];
  return Promise.resolve({
    accessKeyId: required('AWS_ACCESS_KEY_ID'),
    secretAccessKey: required('AWS_SECRET_ACCESS_KEY'),
    ...(sessionToken !== undefined && { sessionToken }),
  });
};
