import { startHttpFront } from '#lib/local/database/embedded/http-front';
import { embeddedInUse } from '#lib/local/database/in-use';

export interface DatabaseEndpoint {
  /** For a program that knows nothing but Amazon's SDK. */
  readonly environment: NodeJS.ProcessEnv;
  stop(): Promise<void>;
}

/** The database of the run, for a deployed function in a process of its own. */
export async function databaseEndpoint(): Promise<DatabaseEndpoint> {
  const embedded = embeddedInUse();
  if (embedded === undefined) return { environment: process.env, stop: () => Promise.resolve() };
  const front = await startHttpFront({ engine: embedded.engine });
  const { ALMANAC_DATABASE: _embedded, ...others } = process.env;
  return { environment: { ...others, AWS_ENDPOINT_URL_DYNAMODB: front.endpoint }, stop: front.stop };
}
