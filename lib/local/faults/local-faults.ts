/** ALMANAC_FAULTS is the share of calls that fail, in the local stack and in tests. Deployed code never reads it. */
import { byChance } from './faults.ts';

export async function injectLocalFaults(env: NodeJS.ProcessEnv): Promise<void> {
  const share = Number(env['ALMANAC_FAULTS'] ?? 0);
  if (!(share > 0)) return;
  const [{ injectIntoDatabase, injectIntoStorage }, { documents }] = await Promise.all([
    import('./inject.ts'),
    import('#lib/stores/dynamodb/client/client'),
  ]);
  const faults = byChance(share);
  injectIntoDatabase(documents, faults);
  injectIntoStorage(faults);
}
