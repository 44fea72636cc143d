/**
 * The settings as Amazon's client reads them: it knows profiles, sign-in by a browser and every kind of region. A file
 * of its own, which is loaded on demand: of a package that is itself loaded on demand, a bundle would hold everything.
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** `own` is the address of a server that stands in for Amazon's. */
export async function settingsOfClient(own: string | undefined) {
  const { config } = new DynamoDBClient({});
  const [Region, UseDualStack, UseFIPS] = await Promise.all([
    config.region(),
    config.useDualstackEndpoint(),
    config.useFipsEndpoint(),
  ]);
  return {
    region: Region,
    address: own === undefined ? config.endpointProvider({ Region, UseDualStack, UseFIPS }).url : new URL(own),
    credentials: () => config.credentials(),
  };
}
