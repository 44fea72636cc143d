/** From the start of a process to its first answer, for each function as it is deployed, beside a bare handler in the same run. */
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleFunctions } from '#lib/cli/bundle';
import { startHttpFront } from '#lib/local/database/embedded/http-front';
import { embeddedInUse } from '#lib/local/database/in-use';
import { readDeployment, type DeployedFunction } from '#lib/local/deployment';
import { startLambda } from '#lib/proof/lambda/lambda-process';
import { buildBareHandler } from './bare-handler.ts';
import { median, type Bench } from './bench.ts';
import { request } from './measure.ts';
import { openBenchStack } from './stack.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ROUNDS = 5;
const MOST_TIMES_BARE = 2;
const MEMORY_MB = 1024;
const TIMEOUT_SECONDS = 29;

interface Candidate {
  readonly name: string;
  readonly taskRoot: string;
  readonly handler: string;
  readonly event: unknown;
}

interface Times {
  readonly wallMs: number[];
  readonly processorMs: number[];
}

const MEASURES = [
  { kind: 'processorMs', what: 'processor', of: median },
  // Other programs can only add to it.
  { kind: 'wallMs', what: 'whole time', of: (values: readonly number[]) => Math.min(...values) },
] as const;

/** The sample of a read, where the function has one. */
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

async function coldStart({ name, taskRoot, handler, event }: Candidate, environment: Readonly<Record<string, string>>, temporary: string) {
  const startedAt = performance.now();
  const target = { name, handler, memoryMb: MEMORY_MB, timeoutSeconds: TIMEOUT_SECONDS, environment };
  const { invoke, kill } = await startLambda(target, { taskRoot, temporary });
  try {
    const { processorMs } = await invoke(event);
    return { wallMs: performance.now() - startedAt, processorMs };
  } finally {
    await kill();
  }
}

/** The variables of the bench's stage; the functions know its database by an address. */
function variables(endpoint: string | undefined): Record<string, string> {
  const names = [...Object.keys(readDeployment('bench').environment), 'AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL_DYNAMODB', 'LOG'];
  const known = names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return { ...Object.fromEntries(known), NODE_OPTIONS: '--enable-source-maps', ...(endpoint !== undefined && { AWS_ENDPOINT_URL_DYNAMODB: endpoint }) };
}

async function candidates(folder: string, token: string): Promise<Candidate[]> {
  await Promise.all([buildBareHandler(folder), bundleFunctions()]);
  const functions = readDeployment('bench').functions.map(async (one): Promise<Candidate> => {
    const handler = join('dist', relative(ROOT, one.file)).replace(/\.ts$/, '.handler');
    return { name: one.name, taskRoot: ROOT, handler, event: await eventFor(one, token) };
  });
  return [{ name: 'bare', taskRoot: folder, handler: 'bare.handler', event: { pk: 'a', sk: 'b' } }, ...(await Promise.all(functions))];
}

export const coldStarts: Bench = {
  name: 'cold-start',
  usesStack: true,
  async run(report) {
    const stack = await openBenchStack();
    const engine = embeddedInUse()?.engine;
    const front = engine && (await startHttpFront({ engine }));
    const folder = await mkdtemp(join(tmpdir(), 'almanac-bench-'));
    try {
      const environment = variables(front?.endpoint);
      const all = await candidates(folder, await stack.token('alice@example.com'));
      const times = new Map<string, Times>(all.map(({ name }) => [name, { wallMs: [], processorMs: [] }]));
      // Round by round, so that a busy moment falls on all of them alike.
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const one of all) {
          report.progress(`cold start of ${one.name}, round ${String(round + 1)} of ${String(ROUNDS)}`);
          const { wallMs, processorMs } = await coldStart(one, environment, folder);
          times.get(one.name)?.wallMs.push(wallMs);
          times.get(one.name)?.processorMs.push(processorMs);
        }
      }
      const [[, bare = { wallMs: [], processorMs: [] }] = [], ...functions] = times;
      for (const { kind, what, of } of MEASURES) {
        report.row(`cold start of middy + DynamoDB client, ${what}`, of(bare[kind]), 'ms');
        for (const [name, own] of functions) {
          report.row(`cold start ${name} / bare, ${what}`, of(own[kind]) / of(bare[kind]), 'x', MOST_TIMES_BARE);
        }
      }
    } finally {
      await Promise.all([front?.stop(), rm(folder, { recursive: true })]);
    }
  },
};
