/**
 * How the cost of an operation grows with what somebody has stored: a hundred times the data against once, in consumed
 * capacity, calls to the database that wait for one another, and processor time.
 */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Handler } from '#lib/middleware/serve';
import { median, type Report } from '#test/tools/measure/bench';
import { sampleOnce } from '#test/tools/measure/measure';
import { countProcessorTime } from '#test/tools/measure/processor-time';
import { growingAds } from './growing-ads.ts';
import { growingBooks } from './growing-books.ts';
import { growingCalendars } from './growing-calendars.ts';
import type { Growing } from './growing.ts';

const MAX_RATIO = 1.2;
const ROUNDS = 40;
const WARM_UP = 20;

interface Cost {
  readonly capacity: number;
  readonly roundTrips: number;
  readonly processorMs: number;
}

type Costs = [small: Cost[], large: Cost[]];

async function costOf(handler: Handler, event: APIGatewayProxyEventV2): Promise<Cost> {
  const usedMs = countProcessorTime();
  const { capacity, roundTrips } = await sampleOnce(handler, event);
  return { capacity, roundTrips, processorMs: usedMs() };
}

async function costsInTurn({ handler, small, large }: Growing, grow: () => Promise<void>): Promise<Costs> {
  const measured: Costs = [[], []];
  for (const [index, make] of [small, large].entries()) {
    if (index === 1) await grow();
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      const cost = await costOf(handler, make(round));
      if (round >= 0) measured[index]?.push(cost);
    }
  }
  return measured;
}

/** The two take turns, so that other load on the machine affects both. */
async function costs({ handler, small, large }: Growing): Promise<Costs> {
  const measured: Costs = [[], []];
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    const pair = [await costOf(handler, small(round)), await costOf(handler, large(round))] as const;
    if (round < 0) continue;
    measured[0].push(pair[0]);
    measured[1].push(pair[1]);
  }
  return measured;
}

const MEASURES = {
  'consumed capacity': (cost: Cost) => cost.capacity,
  'round trips': (cost: Cost) => cost.roundTrips,
  'processor time': (cost: Cost) => cost.processorMs,
} as const;

export async function reportDataGrowth(report: Report): Promise<void> {
  for (const fill of [growingCalendars, growingBooks, growingAds]) await reportGrowth(report, await fill(report));
}

async function reportGrowth(report: Report, all: readonly Growing[]): Promise<void> {
  for (const growing of all) {
    report.progress(growing.name);
    const { grow } = growing;
    const [small, large] = await (grow === undefined ? costs(growing) : costsInTurn(growing, grow));
    for (const [measure, pick] of Object.entries(MEASURES)) {
      const ratio = median(large.map(pick)) / median(small.map(pick));
      const budget = growing.reason === undefined ? MAX_RATIO : undefined;
      report.row(`${growing.name}, 100 times: ${measure}`, ratio, 'x', budget);
    }
    if (growing.reason !== undefined) report.note(`${growing.name}: ${growing.reason}`);
  }
}
