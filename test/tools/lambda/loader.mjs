/**
 * Runs a function as Lambda does: loads the handler that `_HANDLER` names from `LAMBDA_TASK_ROOT`, and asks
 * the runtime endpoint for one event after the other. https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html
 *
 * Amazon's program for Node (`aws-lambda-ric`) has to be compiled; this one loads nothing but Node and the function.
 */
import { Agent, request } from 'node:http';
import { pathToFileURL } from 'node:url';

const { AWS_LAMBDA_RUNTIME_API = '', LAMBDA_TASK_ROOT = '', _HANDLER = '' } = process.env;
const RUNTIME = `http://${AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime`;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Resource usage, for the endpoint's report of a run. */
const used = () => {
  const { user, system } = process.cpuUsage();
  return { 'x-processor-us': String(user + system), 'x-memory-bytes': String(process.memoryUsage.rss()) };
};

/** @returns {Promise<{ headers: import('node:http').IncomingHttpHeaders, text: string }>} */
function ask(method, path, body) {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? {} : { 'content-length': Buffer.byteLength(body), ...used() };
    const sent = request(`${RUNTIME}${path}`, { agent, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => (text += part));
      response.on('end', () => resolve({ headers: response.headers, text }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const described = (error) => {
  const { name = 'Error', message = String(error), stack = '' } = error instanceof Error ? error : {};
  return JSON.stringify({ errorType: name, errorMessage: message, stackTrace: stack.split('\n').slice(1) });
};

const contextOf = (headers) => {
  const deadlineMs = Number(headers['lambda-runtime-deadline-ms']);
  return {
    awsRequestId: headers['lambda-runtime-aws-request-id'],
    invokedFunctionArn: headers['lambda-runtime-invoked-function-arn'],
    functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: process.env.AWS_LAMBDA_FUNCTION_VERSION,
    memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    logGroupName: process.env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME,
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, deadlineMs - Date.now()),
  };
};

async function load() {
  const [, file, name] = /^(.+)\.(\w+)$/.exec(_HANDLER) ?? [];
  try {
    // All packaged functions are ES modules.
    return (await import(pathToFileURL(`${LAMBDA_TASK_ROOT}/${file}.mjs`).href))[name];
  } catch (error) {
    await ask('POST', '/init/error', described(error));
    process.exit(1);
  }
}

async function answer(handler, { headers, text }) {
  const id = headers['lambda-runtime-aws-request-id'];
  try {
    const result = await handler(JSON.parse(text), contextOf(headers));
    await ask('POST', `/invocation/${id}/response`, JSON.stringify(result ?? null));
  } catch (error) {
    await ask('POST', `/invocation/${id}/error`, described(error));
  }
}

const handler = await load();
for (;;) await answer(handler, await ask('GET', '/invocation/next'));
