import { bundleFunctions } from '#lib/package/bundle';
import type { Bench } from '#test/tools/measure/bench';

const MAX_KB = 400;

/** Functions with DuckDB have no budget. */
const carriesDuckDb = (entry: string): boolean =>
  /functions\/ads\/reports|poll-reports|imports\/advertising/.test(entry);

export const bundles: Bench = {
  name: 'bundles',
  usesStack: false,
  async run(report) {
    for (const { entry, bytes, onDemandBytes } of await bundleFunctions()) {
      report.row(`bundle ${entry}`, bytes / 1024, 'KB', carriesDuckDb(entry) ? undefined : MAX_KB);
      if (onDemandBytes > 0) report.row(`bundle ${entry}, on demand`, onDemandBytes / 1024, 'KB');
    }
  },
};
