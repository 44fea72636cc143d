/** Who calls Amazon's services from this process, and where its database is. */
import { environmentCredentials, type ExpiringCredentials } from './credentials.ts';

export interface Settings {
  readonly region: string;
  /** Of DynamoDB. */
  readonly address: URL;
  credentials(): Promise<ExpiringCredentials>;
}

/** A server of this machine stands in for Amazon's where the environment names one. */
const ownAddress = (): string | undefined =>
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] ?? process.env['AWS_ENDPOINT_URL'];

/** China, the government's and secret regions have addresses of another form. */
const USUAL_REGION = /^(?:af|ap|ca|eu|il|me|mx|sa|us)-[a-z]+-\d$/;

/** As in a function: reading a few variables with Amazon's client would take a third of its start. */
function fromEnvironment(): Settings | undefined {
  const { AWS_REGION: region = '', AWS_USE_FIPS_ENDPOINT, AWS_USE_DUALSTACK_ENDPOINT } = process.env;
  if (AWS_USE_FIPS_ENDPOINT !== undefined || AWS_USE_DUALSTACK_ENDPOINT !== undefined) return undefined;
  const credentials = environmentCredentials();
  if (credentials === undefined || !USUAL_REGION.test(region)) return undefined;
  return {
    region,
    address: new URL(ownAddress() ?? `https://dynamodb.${region}.amazonaws.com`),
    credentials: () => Promise.resolve(credentials),
  };
}

/** Of the environment, else that of a profile. */
export const readRegion = async (): Promise<string> => process.env['AWS_REGION'] ?? (await readSettings()).region;

export async function readSettings(): Promise<Settings> {
  const known = fromEnvironment();
  if (known !== undefined) return known;
  const { settingsOfClient } = await import('./client-settings.ts');
  return settingsOfClient(ownAddress());
}
