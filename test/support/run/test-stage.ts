/** The stage of this run, as `start-servers.ts` has read it from serverless.yml. */
import { readFileSync } from 'node:fs';
import { router, type Router } from '#lib/api/routes';
import { routeRequest } from '#lib/local/gateway/route-request';
import type { Deployment } from '#lib/package/template/deployment';
import { stageFile, type TestStage } from './running.ts';

const { ALMANAC_TEST_DATA: folder } = process.env;
const NONE: TestStage = { tables: [], queues: [], bucket: '', environment: {}, functions: [] };

/** Tests that need no server have no stage. */
export const testStage: TestStage =
  folder === undefined ? NONE : (JSON.parse(readFileSync(stageFile(folder), 'utf8')) as TestStage);

/** A queue as the stage declares it. */
export function queueOf(logicalId: string): Deployment['queues'][number] {
  const queue = testStage.queues.find((definition) => definition.logicalId === logicalId);
  if (queue === undefined) throw new Error(`serverless.yml has no queue ${logicalId}`);
  return queue;
}

const routes: Router<string> = router(
  testStage.functions.flatMap((target) => target.routes.map((route) => [route, target.name] as const)),
);

/** The function that a request reaches; undefined where it would not get past the gateway. */
export function functionFor(method: string, url: string): string | undefined {
  try {
    return routeRequest(routes, method, url).target;
  } catch {
    return undefined;
  }
}
