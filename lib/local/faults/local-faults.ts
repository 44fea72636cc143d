/** ALMANAC_FAULTS is the share of calls that fail, in the local stack and in tests. Deployed code never reads it. */
import { byChance } from './faults.ts';

export async function injectLocalFaults(env: NodeJS.ProcessEnv): Promise<void> {
  const share = Number(env['ALMANAC_FAULTS'] ?? 0);
  if (!(share > 0)) return;
  const [{ injectIntoDatabase, injectIntoExchanges, injectIntoStorage }, { documents }, { objects }] =
    await Promise.all([
      import('./inject.ts'),
      import('#lib/stores/dynamodb/client/client'),
      import('#lib/stores/s3/client'),
    ]);
  const faults = byChance(share);
  injectIntoDatabase(documents, faults);
  injectIntoStorage(objects, faults);
  injectIntoExchanges(faults);
}
