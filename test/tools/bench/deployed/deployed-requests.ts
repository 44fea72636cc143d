/**
 * Processor time of requests on the path that is deployed: the functions and Amazon's database interface, with DynamoDB
 * Local in a process of its own, whose time is not counted. On Lambda with 1 GB each takes about twice as long.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Bench } from '#test/tools/measure/bench';
import type { Measured, MeasuredFunction } from './requests-child.ts';

const FUNCTIONS: readonly MeasuredFunction[] = ['calendarEvents', 'calendarFreebusy', 'booksVolumes', 'adsConversion'];
const CHILD = fileURLToPath(new URL('./requests-child.ts', import.meta.url));
const MAX_ROUND_TRIPS = 2;

interface Budget {
  readonly processorMs: number;
  /**
   * Processor time and units of version 0.2 (nested maps, the SDK's own way, three full indexes), on two busy cores; the
   * last two with less warming up than here.
   */
  readonly before: readonly [processorMs: number, units: number];
}

const BUDGETS: Readonly<Record<string, Budget>> = {
  'events.get': { processorMs: 1.2, before: [2.6, 5] },
  'events.list of 50': { processorMs: 4, before: [10.3, 18] },
  'events.list, sync of 10 changes': { processorMs: 2, before: [3.6, 6] },
  'events.insert': { processorMs: 2.5, before: [4.7, 14] },
  'freebusy.query of 10 calendars': { processorMs: 4, before: [31.9, 81] },
  'freebusy.query of 10 calendars, read anew': { processorMs: 4, before: [31.9, 81] },
  'volumes.list of 10': { processorMs: 1, before: [7.2, 10] },
  'volumes.list of 10, ranked anew': { processorMs: 1, before: [7.2, 10] },
  'conversion.insert of 100': { processorMs: 12, before: [34.2, 204] },
};

/** In a process of its own, as when it is deployed. */
async function measure(name: MeasuredFunction): Promise<Measured[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [CHILD, name], {
    env: { ...process.env, ALMANAC_BENCH_DATABASE: 'dynamodb-local' },
  });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Measured);
}

export const deployedRequests: Bench = {
  name: 'deployed-requests',
  usesStack: false,
  async run(report) {
    for (const deployed of FUNCTIONS) {
      report.progress(`requests to ${deployed} with DynamoDB Local, one to five minutes`);
      for (const { name, processorMs, units, roundTrips } of await measure(deployed)) {
        const { processorMs: budget, before = [] } = BUDGETS[name] ?? {};
        report.row(`${name}: processor time, deployed path`, processorMs, 'ms', budget, before[0]);
        report.row(`${name}: consumed capacity, DynamoDB Local`, units, 'units', undefined, before[1]);
        report.row(`${name}: round trips, deployed path`, roundTrips, 'in a row', MAX_ROUND_TRIPS);
      }
    }
  },
};
