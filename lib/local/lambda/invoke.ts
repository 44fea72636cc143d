/**
 * Lambda on a laptop: this file calls a function of the deployment in this process, as Lambda would.
 * `schedules.ts` calls functions on a schedule, `queues/` with messages of queues, `iam/` restricts each function to its role. Requests come from
 * `../gateway`, table changes from `../streams`.
 */
import { randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import type { Context } from 'aws-lambda';
import type { DeployedFunction } from '#lib/package/template/deployment';
import { asFunction } from './iam/enforce.ts';

/**
 * Lambda's size limit for events and results, as JSON:
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
export const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;
/** A shorter body cannot exceed the limit, whatever its JSON form. */
const ALWAYS_ALLOWED_BYTES = MAX_PAYLOAD_BYTES / 6;

/** A request or a response; apart from its body it is short. */
const isMessage = (payload: unknown): payload is { readonly body?: unknown } =>
  typeof payload === 'object' && payload !== null && ('requestContext' in payload || 'statusCode' in payload);

/** Whether Lambda would refuse an event or a result for its size. */
export function isTooLarge(payload: unknown): boolean {
  if (isMessage(payload)) {
    const { body = '' } = payload;
    if (typeof body === 'string' && body.length < ALWAYS_ALLOWED_BYTES) return false;
  }
  return Buffer.byteLength(JSON.stringify(payload ?? null)) > MAX_PAYLOAD_BYTES;
}

type Handler = (event: unknown, context: Context) => unknown;

/** By file. Node resolves a module again on each import, which takes as long as a short request. */
const handlers = new Map<string, Handler>();

/** Loads a function on its first call, so that the start does not wait for all of them. */
async function handlerOf(file: string): Promise<Handler> {
  const known = handlers.get(file);
  if (known !== undefined) return known;
  const { handler } = (await import(pathToFileURL(file).href)) as { handler: Handler };
  handlers.set(file, handler);
  return handler;
}

let running = 0;

/** Calls of functions that have not ended yet. */
export const invocationsRunning = (): number => running;

export async function invoke(
  { name, file }: Pick<DeployedFunction, 'name' | 'file'>,
  event: unknown,
  awsRequestId: string = randomUUID(),
): Promise<unknown> {
  running += 1;
  try {
    const handler = await handlerOf(file);
    return await asFunction(name, () => handler(event, lambdaContext(name, awsRequestId)));
  } finally {
    running -= 1;
  }
}

const unused = (): void => undefined;

const lambdaContext = (functionName: string, awsRequestId: string): Context => {
  const deadline = Date.now() + 29_000;
  return {
    functionName,
    awsRequestId,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:${functionName}`,
    memoryLimitInMB: '1024',
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
    done: unused,
    fail: unused,
    succeed: unused,
  };
};
