/**
 * Receives the SDK's calls to all other AWS services (`AWS_ENDPOINT_URL`). No role allows them, so each is refused as
 * IAM would: https://docs.aws.amazon.com/sdkref/latest/guide/feature-ss-endpoints.html
 */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createServer } from '#lib/api/process/node-http';
import { roleArn } from './arns.ts';

export interface OtherServices {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** `AWS4-HMAC-SHA256 Credential=KEY/20260105/us-east-1/secretsmanager/aws4_request, …` */
const SIGNED = /Credential=([^/]+)\/[^/]+\/[^/]+\/([^/]+)\//;

const QUERY_PROTOCOL = 'application/x-www-form-urlencoded';

/** The name of the call, depending on the protocol: from a header, from the body, or verb and path. */
function callName({ headers, method = '', url = '' }: IncomingMessage, body: string): string {
  const target = headers['x-amz-target'];
  if (typeof target === 'string') return target.slice(target.lastIndexOf('.') + 1);
  return new URLSearchParams(body).get('Action') ?? `${method} ${url}`;
}

/** XML for services that use it, JSON for all others. */
function refuse(response: ServerResponse, contentType: string, message: string): void {
  if (contentType.startsWith(QUERY_PROTOCOL)) {
    const error = `<Error><Type>Sender</Type><Code>AccessDenied</Code><Message>${message}</Message></Error>`;
    response.writeHead(403, { 'content-type': 'text/xml' }).end(`<ErrorResponse>${error}</ErrorResponse>`);
    return;
  }
  const headers = { 'content-type': 'application/json', 'x-amzn-errortype': 'AccessDeniedException' };
  response.writeHead(403, headers).end(JSON.stringify({ __type: 'AccessDeniedException', message }));
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { authorization = '', 'content-type': contentType = '' } = request.headers;
  const [, caller = 'nobody', service = 'unknown'] = SIGNED.exec(authorization) ?? [];
  const action = `${service}:${callName(request, await text(request))}`;
  const why = `because no identity-based policy allows the ${action} action`;
  refuse(response, contentType, `User: ${roleArn(caller)} is not authorized to perform: ${action} ${why}`);
}

export async function refuseOtherServices(): Promise<OtherServices> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
