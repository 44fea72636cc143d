/** The server side of Lambda's runtime API: passes events to a process and takes its answers. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** The result of one event. */
export interface Run {
  /** The JSON answer. */
  readonly answer: unknown;
  /** Of the process since its start. */
  readonly processorMs: number;
  /** At the time of the answer. */
  readonly memoryMb: number;
}

/** The function threw; Lambda would count an error, and retry if the event source does so. */
class FunctionError extends Error {
  constructor(described: {
    readonly errorType: string;
    readonly errorMessage: string;
    readonly stackTrace: readonly string[];
  }) {
    super(`${described.errorType}: ${described.errorMessage}`);
    this.name = 'FunctionError';
    this.stack = [this.message, ...described.stackTrace].join('\n');
  }
}

export interface RuntimeEndpoint {
  /** For `AWS_LAMBDA_RUNTIME_API`. */
  readonly address: string;
  /** One at a time, as in Lambda. */
  runEvent(event: unknown, deadlineMs: number): Promise<Run>;
  /** Ends the current run: the process is gone. */
  abandon(reason: Error): void;
  stop(): Promise<void>;
}

interface Invocation {
  readonly id: string;
  readonly event: unknown;
  readonly deadlineMs: number;
  readonly outcome: PromiseWithResolvers<Run>;
}

const ROUTE = /^\/2018-06-01\/runtime\/(?:invocation\/(next)|invocation\/([^/]+)\/(response|error)|(init)\/error)$/;

const runOf = ({ headers }: IncomingMessage, body: string): Run => ({
  answer: JSON.parse(body) as unknown,
  processorMs: Number(headers['x-processor-us']) / 1000,
  memoryMb: Number(headers['x-memory-bytes']) / 2 ** 20,
});

export async function startRuntimeEndpoint(functionArn: string): Promise<RuntimeEndpoint> {
  let current: Invocation | undefined;
  let waiting: ServerResponse | undefined;
  let gone: Error | undefined;

  const passEvent = (): void => {
    if (current === undefined || waiting === undefined) return;
    waiting.writeHead(200, {
      'content-type': 'application/json',
      'lambda-runtime-aws-request-id': current.id,
      'lambda-runtime-deadline-ms': String(current.deadlineMs),
      'lambda-runtime-invoked-function-arn': functionArn,
    });
    waiting.end(JSON.stringify(current.event));
    waiting = undefined;
  };
  const abandon = (reason: Error): void => {
    gone = reason;
    waiting = undefined;
    current?.outcome.reject(reason);
    current = undefined;
  };
  const take = (request: IncomingMessage, id: string, isError: boolean, body: string): void => {
    if (current?.id !== id) return;
    const { outcome } = current;
    current = undefined;
    const run = runOf(request, body);
    if (isError) outcome.reject(new FunctionError(run.answer as ConstructorParameters<typeof FunctionError>[0]));
    else outcome.resolve(run);
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, next, id = '', kind, init] = ROUTE.exec(request.url ?? '') ?? [];
    const body = await text(request);
    if (next !== undefined) {
      waiting = response;
      return passEvent();
    }
    if (init !== undefined)
      abandon(new FunctionError(runOf(request, body).answer as ConstructorParameters<typeof FunctionError>[0]));
    else take(request, id, kind === 'error', body);
    response.writeHead(202).end();
  }

  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    serve(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    abandon,
    runEvent(event, deadlineMs) {
      if (gone !== undefined) return Promise.reject(gone);
      if (current !== undefined) throw new Error('A function has one event at a time.');
      current = { id: randomUUID(), event, deadlineMs, outcome: Promise.withResolvers<Run>() };
      const { promise } = current.outcome;
      passEvent();
      return promise;
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
