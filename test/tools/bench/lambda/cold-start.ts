/**
 * Benchmarks of functions as Lambda runs them. This file: time from process start to first answer, for each deployed
 * function, compared with a bare handler.
 * `import-time.ts` measures loading alone, `bundles.ts` checks sizes.
 */
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { currentDatabase } from '#lib/local/database/current-database';
import { startHttpEndpoint } from '#lib/local/database/embedded/http-endpoint';
import { bundleFunctions } from '#lib/package/bundle';
import { readDeployment, type DeployedFunction } from '#lib/package/template/deployment';
import { startLambda } from '#test/tools/lambda/lambda-process';
import { median, type Bench, type Report } from '#test/tools/measure/bench';
import { request } from '#test/tools/measure/measure';
import { openBenchStack } from '#test/tools/measure/stack';
import { buildBareHandler } from './bare-handler.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const ROUNDS = 5;
const MAX_TIMES_BARE = 2;
const MEMORY_MB = 1024;
const TIMEOUT_SECONDS = 29;

interface Candidate {
  readonly name: string;
  readonly taskRoot: string;
  readonly handler: string;
  readonly event: unknown;
}

interface Times {
  readonly wallMs: number;
  readonly processorMs: number;
}

/** A function and a bare handler started at the same moment: other load affects both. */
interface Pair {
  readonly own: Times;
  readonly bare: Times;
}

/** The sample event of a read, if the function has one. */
const sampleIn = (folder: string): string | undefined => {
  const samples = globSync(`events/${folder}/*.json`, { cwd: ROOT }).toSorted();
  return samples.find((path) => /(?:get|list|query)\.json$/.test(path)) ?? samples[0];
};

async function eventFor({ file, routes }: DeployedFunction, token: string): Promise<unknown> {
  const place = relative(join(ROOT, 'functions'), file).replace(/(?:\/index)?\.ts$/, '');
  const sample = place.startsWith('imports/') ? `events/${place}.json` : sampleIn(place);
  if (sample !== undefined) return JSON.parse((await readFile(join(ROOT, sample), 'utf8')).replaceAll('TOKEN', token));
  return routes.length > 0 ? request('GET', '/discovery/v1/apis', token) : { Records: [] };
}

async function coldStart(
  { name, taskRoot, handler, event }: Candidate,
  environment: Readonly<Record<string, string>>,
  temporary: string,
): Promise<Times> {
  const startedAt = performance.now();
  const target = { name, handler, memoryMb: MEMORY_MB, timeoutSeconds: TIMEOUT_SECONDS, environment };
  const { invoke, kill } = await startLambda(target, { taskRoot, temporary, flags: ['--expose-gc'] });
  try {
    const { processorMs } = await invoke(event);
    return { wallMs: performance.now() - startedAt, processorMs };
  } finally {
    await kill();
  }
}

/** The environment of the bench stage, with the database as a URL. */
function variables(endpoint: string | undefined): Record<string, string> {
  const names = [
    ...Object.keys(readDeployment('bench').environment),
    'AWS_ENDPOINT_URL_S3',
    'AWS_ENDPOINT_URL_DYNAMODB',
    'LOG',
  ];
  const known = names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return {
    ...Object.fromEntries(known),
    NODE_OPTIONS: '--enable-source-maps',
    ...(endpoint !== undefined && { AWS_ENDPOINT_URL_DYNAMODB: endpoint }),
  };
}

async function candidates(token: string): Promise<Candidate[]> {
  await bundleFunctions();
  const functions = readDeployment('bench').functions.map(async (one): Promise<Candidate> => {
    const handler = join('dist', relative(ROOT, one.file)).replace(/\.ts$/, '.handler');
    return { name: one.name, taskRoot: ROOT, handler, event: await eventFor(one, token) };
  });
  return Promise.all(functions);
}

function reportPairs(report: Report, pairs: ReadonlyMap<string, readonly Pair[]>): void {
  for (const [kind, what] of [
    ['processorMs', 'processor'],
    ['wallMs', 'whole time'],
  ] as const) {
    const all = [...pairs.values()].flat().map(({ bare }) => bare[kind]);
    report.row(`cold start of middy + DynamoDB client, ${what}`, median(all), 'ms');
    for (const [name, own] of pairs) {
      const ratio = median(own.map((pair) => pair.own[kind] / pair.bare[kind]));
      report.row(`cold start ${name} / bare, ${what}`, ratio, 'x', MAX_TIMES_BARE);
    }
  }
}

export const coldStarts: Bench = {
  name: 'cold-start',
  usesStack: true,
  async run(report) {
    const stack = await openBenchStack();
    const engine = currentDatabase()?.engine;
    const front = engine && (await startHttpEndpoint({ engine }));
    const folder = await mkdtemp(join(tmpdir(), 'almanac-bench-'));
    try {
      const environment = variables(front?.endpoint);
      const all = await candidates(await stack.token('alice@example.com'));
      await buildBareHandler(folder);
      const pairs = new Map<string, Pair[]>(all.map(({ name }) => [name, []]));
      for (let round = 1; round <= ROUNDS; round += 1) {
        for (const one of all) {
          report.progress(`cold start of ${one.name}, round ${String(round)} of ${String(ROUNDS)}`);
          const bareHandler = { name: 'bare', taskRoot: folder, handler: 'bare.handler', event: { pk: 'a', sk: 'b' } };
          const started = [one, bareHandler].map((candidate) => coldStart(candidate, environment, folder));
          const [own, bare] = await Promise.all(started);
          if (own !== undefined && bare !== undefined) pairs.get(one.name)?.push({ own, bare });
        }
      }
      reportPairs(report, pairs);
    } finally {
      await Promise.all([front?.stop(), rm(folder, { recursive: true })]);
    }
  },
};
