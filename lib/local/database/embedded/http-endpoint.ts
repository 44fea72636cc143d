/**
 * The embedded database as an HTTP endpoint, for programs that use Amazon's SDK or command line: packaged functions,
 * and people. It implements the commands that our stores use, checks no signatures and listens on loopback only.
 */
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createServer } from '#lib/api/process/node-http';
import {
  ConditionalCheckFailedException,
  DynamoDBServiceException,
  TransactionCanceledException,
} from '#lib/stores/dynamodb/client/exceptions';
import { execute, checkAllowed, isCommandName, type CommandName } from './execute.ts';
import type { Engine } from './storage/engine.ts';
import { readRequest, writeAnswer, writeFields } from './wire.ts';

export interface Call {
  readonly name: CommandName;
  readonly input: object;
  /** Access key of the request's signature; empty if unsigned. */
  readonly accessKeyId: string;
}

export interface HttpEndpointOptions {
  readonly engine: Engine;
  readonly now?: () => number;
  /** Wraps every call: to run it under a role, delay it or refuse it. */
  readonly around?: (call: Call, work: () => Promise<unknown>) => Promise<unknown>;
}

export interface HttpEndpoint {
  readonly endpoint: string;
  /** Closes idle connections, as servers do after a timeout. */
  closeIdle(): void;
  stop(): Promise<void>;
}

const TARGET = /^DynamoDB_20120810\.(\w+)$/;
const CREDENTIAL = /Credential=([^/,\s]+)\//;
const TYPE = { 'content-type': 'application/x-amz-json-1.0' };
const PREFIX = 'com.amazonaws.dynamodb.v20120810#';

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { ...TYPE, 'content-length': Buffer.byteLength(body) }).end(body);
}

function refuse(response: ServerResponse, status: number, type: string, message: string, more: object = {}): void {
  send(response, status, writeFields({ __type: type, message, ...more }));
}

function fail(response: ServerResponse, error: unknown): void {
  if (error instanceof SyntaxError)
    return refuse(response, 400, 'com.amazon.coral.service#SerializationException', error.message);
  if (!(error instanceof DynamoDBServiceException)) {
    return refuse(
      response,
      500,
      `${PREFIX}InternalServerError`,
      error instanceof Error ? error.message : String(error),
    );
  }
  const more = {
    ...(error instanceof ConditionalCheckFailedException && error.Item !== undefined && { Item: error.Item }),
    ...(error instanceof TransactionCanceledException && { CancellationReasons: error.CancellationReasons }),
  };
  refuse(response, 400, `${PREFIX}${error.name}`, error.message, more);
}

async function serve(
  { engine, now = Date.now, around = (_call, work) => work() }: HttpEndpointOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, name = ''] = TARGET.exec(String(request.headers['x-amz-target'])) ?? [];
  const [, accessKeyId = ''] = CREDENTIAL.exec(request.headers.authorization ?? '') ?? [];
  const body = await text(request);
  if (request.method !== 'POST' || !isCommandName(name)) {
    return refuse(
      response,
      400,
      'com.amazon.coral.service#UnknownOperationException',
      `The embedded database does not know the operation '${name}'.`,
    );
  }
  try {
    const input = readRequest(body);
    const answer = await around({ name, input, accessKeyId }, async () => {
      checkAllowed(name, input);
      return (await execute(engine, name, input, now)).answer;
    });
    send(response, 200, writeAnswer(answer as Record<string, unknown>));
  } catch (error) {
    fail(response, error);
  }
}

export async function startHttpEndpoint(options: HttpEndpointOptions): Promise<HttpEndpoint> {
  const server: Server = createServer((request, response) => {
    // The client closed the connection during its request.
    serve(options, request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    closeIdle: () => {
      server.closeIdleConnections();
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
