/**
 * Processor time of requests on the path that is deployed: the functions and Amazon's database interface, with DynamoDB
 * Local in a process of its own, whose time is not counted. On Lambda with 1 GB each takes about twice as long.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Bench } from '#test/tools/measure/bench';
import type { Measured } from './requests-child.ts';

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

export const deployedRequests: Bench = {
  name: 'deployed-requests',
  usesStack: false,
  async run(report) {
    report.progress('requests to DynamoDB Local, five to ten minutes');
    const { stdout } = await promisify(execFile)(process.execPath, [CHILD], {
      env: { ...process.env, ALMANAC_BENCH_DATABASE: 'dynamodb-local' },
    });
    for (const line of stdout.trim().split('\n')) {
      const { name, processorMs, units, roundTrips } = JSON.parse(line) as Measured;
      const { processorMs: budget, before = [] } = BUDGETS[name] ?? {};
      report.row(`${name}: processor time, deployed path`, processorMs, 'ms', budget, before[0]);
      report.row(`${name}: consumed capacity, DynamoDB Local`, units, 'units', undefined, before[1]);
      report.row(`${name}: round trips, deployed path`, roundTrips, 'in a row', MAX_ROUND_TRIPS);
    }
  },
};
