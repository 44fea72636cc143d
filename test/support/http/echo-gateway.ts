/** The local gateway before one function that says what reached it, or answers as the query asks. */
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { startGateway, type Gateway } from '#lib/local/gateway/gateway';
import { onceForAll } from '#test/support/run/fixture';

export interface Echo {
  readonly event: APIGatewayProxyEventV2;
  readonly functionName: string;
  readonly awsRequestId: string;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface EchoGateway extends Gateway {
  call(path: string, init?: RequestInit): Promise<Response>;
  /** The event that the function got. */
  event(path: string, init?: RequestInit): Promise<APIGatewayProxyEventV2>;
  /** Sends the target and the headers as they are written here. */
  raw(
    path: string,
    headers?: Readonly<Record<string, string | readonly string[]>>,
    method?: string,
  ): Promise<RawAnswer>;
}

const ROUTES = [
  'ANY /things',
  'ANY /things/{id}',
  'ANY /things/{id}/parts/{part}',
  'GET /readable',
  'ANY /greedy/{rest+}',
];

export async function startEchoGateway({
  routes = ROUTES,
  maxWaitMs,
}: { routes?: readonly string[]; maxWaitMs?: number } = {}): Promise<EchoGateway> {
  const echo = { name: 'echo', file: join(import.meta.dirname, '../../lib/local/functions/echo.ts'), routes };
  const gateway = await startGateway({
    functions: [echo],
    port: 0,
    ...(maxWaitMs !== undefined && { maxWaitMs }),
  });
  const call: EchoGateway['call'] = (path, init = {}) => fetch(new URL(path, gateway.rootUrl), init);
  return {
    ...gateway,
    call,
    event: async (path, init) => ((await (await call(path, init)).json()) as Echo).event,
    raw: (path, headers = {}, method = 'GET') =>
      new Promise((resolve, reject) => {
        const { hostname, port } = new URL(gateway.rootUrl);
        const request = httpRequest({
          hostname,
          port,
          path,
          method,
          agent: false,
          headers: headers as Record<string, string | string[]>,
        });
        request.on('error', reject).on('response', (response) => {
          text(response).then((body) => {
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text: body });
          }, reject);
        });
        request.end();
      }),
  };
}

/** One for all tests of the file. */
export const useEchoGateway = (...given: Parameters<typeof startEchoGateway>): EchoGateway =>
  onceForAll(
    () => startEchoGateway(...given),
    (gateway) => gateway.stop(),
  );
