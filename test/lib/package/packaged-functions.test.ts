/**
 * What is packaged answers as its source does. Each function is a process that reads its zip and writes to `/tmp`.
 * @modules own
 */
import { globSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { comparable } from '#test/support/lambda/comparable';
import { deployment, openLambdaStage, PREFIX, type LambdaStage } from '#test/support/lambda/lambda-stage';
import { packagedProduction } from '#test/support/lambda/packaged';
import {
  packagedFunctions,
  startSources,
  type PackagedFunctions,
  type Sources,
} from '#test/support/lambda/packaged-functions';
import { sampleDay, type Step } from '#test/support/lambda/sample-scenario';
import { ANN } from '#test/support/lambda/sample-uploads';
import { SAMPLE_PATHS } from '#test/support/lambda/samples';
import type { LambdaProcess } from '#test/tools/lambda/lambda-process';
import type { Run } from '#test/tools/lambda/runtime-endpoint';
import { request } from '#test/tools/measure/measure';

let functions: PackagedFunctions;
let stages: readonly [LambdaStage, LambdaStage];
let sources: Sources;
const processes = new Map<string, Promise<LambdaProcess>>();
const runs: { readonly name: string; readonly run: Run }[] = [];
let consolePage: unknown;
let days: readonly [packaged: readonly Step[], source: readonly Step[]];

beforeAll(async () => {
  functions = packagedFunctions(await packagedProduction());
  stages = await Promise.all([openLambdaStage(), openLambdaStage()]);
  const [packagedStage, sourceStage] = stages;
  sources = await startSources(functions, sourceStage);

  const invoke = async (name: string, event: unknown): Promise<unknown> => {
    const started = processes.get(name) ?? functions.start(name, packagedStage);
    processes.set(name, started);
    const run = await (await started).invoke(event);
    runs.push({ name, run });
    return run.answer;
  };
  days = await Promise.all([
    sampleDay({ ...packagedStage, invoke }),
    sampleDay({ ...sourceStage, invoke: sources.invoke }),
  ]);
  // Its source bundles its page, for which a function has no rights; the package brings it along.
  consolePage = await invoke('console', request('GET', '/console', await packagedStage.token(ANN)));
});

afterAll(async () => {
  await Promise.all([sources.kill(), ...[...processes.values()].map(async (started) => (await started).kill())]);
  await Promise.all(stages.map((stage) => stage.stop()));
});

describe('a day of a stage', () => {
  test('has every sample of events/ in it', () => {
    const samples = globSync('events/**/*.json').map((path) => path.slice('events/'.length, -'.json'.length));

    expect(SAMPLE_PATHS.toSorted()).toEqual(samples.toSorted());
  });

  test('has every function of the template in it', () => {
    expect([...processes.keys()].map((name) => `${PREFIX}${name}`).toSorted()).toEqual(
      functions.all.map(({ name }) => name).toSorted(),
    );
    expect(processes.size).toBe(deployment.functions.length);
  });

  test('goes the same way from the packages as from the sources', () => {
    const [packaged, source] = days;

    expect(packaged.map(comparable)).toEqual(source.map(comparable));
  });

  test('goes well, but for what has to be refused', () => {
    const refused = days[0].map(comparable).filter(({ status = 200 }) => status >= 400);

    expect(refused.map(({ title, status }) => [title, status])).toEqual([
      ['calendar/events/delete', 410], // it was moved away
      ['calendar/calendars/transferOwnership', 403], // by no administrator
      ['calendar/calendarList/delete', 403], // it is her own
      ['GET /calendar/v3/calendars/with%2Fslash/events', 404],
      ['GET /nowhere', 404],
      ['POST /hooks/unknown', 404],
      ['almanac/icalAddresses/download', 404], // it is not public
      ['oauth/authorize', 401], // by no client, as those below
      ['oauth/consent', 400],
      ['oauth/callback', 400],
      ['oauth/deviceCode', 401],
      ['oauth/token', 401],
      ['oauth/tokeninfo', 400],
      ['oauth/userinfo', 401], // with a token of another issuer
      ['oauth/revoke', 400],
    ]);
  });

  test('has a page for people', () => {
    expect(consolePage).toMatchObject({ statusCode: 200, body: expect.stringContaining('<div id="app">') });
  });

  test('needs no more memory than the functions have', () => {
    const memoryOf = new Map(functions.all.map(({ name, memoryMb }) => [name, memoryMb]));
    const over = runs.filter(({ name, run }) => !(run.memoryMb < (memoryOf.get(`${PREFIX}${name}`) ?? 0)));

    expect(over).toEqual([]);
  });
});
