/** Runs one operation many times through its handler and counts its database calls. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { Meter, watchMeters, type MeteredCall } from '#lib/api/process/meter';
import type { Handler } from '#lib/middleware/serve';
import { median, type Report } from './bench.ts';

export interface Sample {
  readonly calls: number;
  readonly roundTrips: number;
  readonly capacity: number;
  readonly totalMs: number;
  /** Time without waiting for the database. */
  readonly ownMs: number;
}

const MAX_ROUND_TRIPS = 2;

export function request(method: string, url: string, token: string, body?: object): APIGatewayProxyEventV2 {
  const [path = '', rawQueryString = ''] = url.split('?');
  const rawPath = decodeURIComponent(path);
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString,
    headers: { host: 'localhost', authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    isBase64Encoded: false,
    requestContext: {
      accountId: '1',
      apiId: 'bench',
      domainName: 'localhost',
      domainPrefix: 'bench',
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'bench' },
      requestId: 'bench',
      routeKey: '$default',
      stage: '$default',
      time: '',
      timeEpoch: 0,
    },
  };
}

/**
 * DynamoDB Local adds up the sizes in a transaction before rounding, and reports nothing for statements. In fact each
 * write of a transaction costs at least two units, and each inserted item one in the table and one in the index.
 */
const MIN_FOR_EACH = 2;
export const unitsOf = ({ capacity, writes = 0 }: MeteredCall): number => Math.max(capacity, writes * MIN_FOR_EACH);

export async function sampleOnce(handler: Handler, event: APIGatewayProxyEventV2): Promise<Sample & { body: string }> {
  let meter = new Meter();
  const startedAt = performance.now();
  const answer = await watchMeters(
    (opened) => {
      meter = opened;
    },
    () => handler(event),
  );
  const totalMs = performance.now() - startedAt;
  if ((answer.statusCode ?? 500) >= 400)
    throw new Error(
      `${event.requestContext.http.method} ${event.rawPath}: ${String(answer.statusCode)} ${String(answer.body)}`,
    );
  return {
    calls: meter.calls.length,
    roundTrips: meter.roundTrips,
    capacity: meter.calls.reduce((total, call) => total + unitsOf(call), 0),
    totalMs,
    ownMs: totalMs - meter.busyMs,
    body: answer.body ?? '',
  };
}

/** Repeats a request (a new one each time) and returns the medians. */
export async function sampleMany(
  handler: Handler,
  make: (round: number) => APIGatewayProxyEventV2,
  rounds: number,
): Promise<Sample> {
  const samples: Sample[] = [];
  for (let round = -Math.ceil(rounds / 5); round < rounds; round += 1) {
    const sample = await sampleOnce(handler, make(round));
    if (round >= 0) samples.push(sample);
  }
  const of = (pick: (sample: Sample) => number) => median(samples.map(pick));
  return {
    calls: of((s) => s.calls),
    roundTrips: of((s) => s.roundTrips),
    capacity: of((s) => s.capacity),
    totalMs: of((s) => s.totalMs),
    ownMs: of((s) => s.ownMs),
  };
}

export function reportSample(report: Report, name: string, sample: Sample, ownBudgetMs?: number): void {
  report.row(`${name}: round trips`, sample.roundTrips, 'in a row', MAX_ROUND_TRIPS);
  report.row(`${name}: database calls`, sample.calls, 'calls');
  report.row(`${name}: consumed capacity`, sample.capacity, 'units');
  report.row(`${name}: own time`, sample.ownMs, 'ms', ownBudgetMs);
  report.row(`${name}: whole time, local database`, sample.totalMs, 'ms');
}
