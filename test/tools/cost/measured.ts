/** Counts what one request uses of AWS, while its function runs on this machine. */
import { watchMeters, type MeteredCall } from '#lib/api/process/meter';
import { router } from '#lib/api/routes';
import { routeRequest } from '#lib/local/gateway/route-request';
import { invoke } from '#lib/local/lambda/invoke';
import { readDeployment, type DeployedFunction } from '#lib/package/template/deployment';
import { median } from '#test/tools/measure/bench';
import { request, unitsOf } from '#test/tools/measure/measure';
import type { Quantities } from './price.ts';

const READS = new Set(['GetItem', 'Query', 'Scan', 'BatchGetItem', 'TransactGetItems']);

/** A function with 1 GB gets 0.58 of a processor; times are measured on a whole one. */
export const GIGABYTES = 1;
export const PROCESSOR_SHARE = 0.58;
/** From Lambda to DynamoDB and back. */
export const ROUND_TRIP_MS = 5;
/** The log line of a request with CloudWatch's overhead; Lambda's own lines are off (serverless.yml). */
const LOG_BYTES = 350;

export interface Measured {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly calls: readonly MeteredCall[];
  readonly roundTrips: number;
  readonly ownMs: number;
}

const capacity = (calls: readonly MeteredCall[], isRead: boolean): number =>
  calls.filter(({ name }) => READS.has(name) === isRead).reduce((total, call) => total + unitsOf(call), 0);

export type Call = (method: string, url: string, body?: object) => Promise<Measured>;

interface Answer {
  readonly statusCode?: number;
  readonly body?: string;
}

/** Sends the requests of one caller, each to the function of its route. */
export function meteredCaller(token: string): Call {
  const { functions } = readDeployment('bench');
  const routes = router<DeployedFunction>(
    functions.flatMap((target) => target.routes.map((route) => [route, target] as const)),
  );
  return async (method, url, body) => {
    const { target, ...routed } = routeRequest(routes, method, url);
    const event = { ...request(method, url, token, body), ...routed };
    const startedAt = performance.now();
    const meters: { readonly calls: readonly MeteredCall[]; readonly roundTrips: number; readonly busyMs: number }[] =
      [];
    const run = () => invoke(target, event) as Promise<Answer>;
    const answer = (await watchMeters((opened) => meters.push(opened), run)) satisfies Answer;
    const totalMs = performance.now() - startedAt;
    const [{ calls, roundTrips, busyMs } = { calls: [], roundTrips: 0, busyMs: 0 }] = meters;
    const { statusCode = 500, body: text = '' } = answer;
    if (statusCode >= 400) throw new Error(`${method} ${url}: ${String(statusCode)} ${text.slice(0, 400)}`);
    return {
      status: statusCode,
      body: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {},
      calls,
      roundTrips,
      ownMs: totalMs - busyMs,
    };
  };
}

/** The billed quantities of the median of some requests. */
export function medianQuantities(samples: readonly Measured[]): Quantities {
  const of = (pick: (sample: Measured) => number): number => median(samples.map(pick));
  const seconds =
    (of(({ ownMs }) => ownMs) / PROCESSOR_SHARE + of(({ roundTrips }) => roundTrips) * ROUND_TRIP_MS) / 1000;
  return {
    httpApiRequests: 1,
    lambdaRequests: 1,
    lambdaGigabyteSeconds: seconds * GIGABYTES,
    dynamodbReadUnits: of(({ calls }) => capacity(calls, true)),
    dynamodbWriteUnits: of(({ calls }) => capacity(calls, false)),
    logGigabytes: LOG_BYTES / 1e9,
  };
}
