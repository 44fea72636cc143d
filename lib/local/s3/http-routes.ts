/**
 * S3's routes over plain HTTP. `fauxqs` registers them with Fastify and uses this much of it; Fastify itself, and the
 * queues and topics that come with it, would be a third of all code that a start loads.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

interface Request {
  readonly headers: IncomingHttpHeaders;
  /** `bucket`, and the key as `*`. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

interface Reply {
  header(name: string, value: string | number | undefined): Reply;
  status(code: number): Reply;
  send(body?: string | Buffer): Reply;
}

type Handler = (request: Request, reply: Reply) => Promise<void>;
type Register = (url: string, handler: Handler) => void;

/** What `registerS3Routes` of fauxqs calls. */
export interface RouteRegistry {
  readonly put: Register;
  readonly head: Register;
  readonly post: Register;
  readonly delete: Register;
  route(route: { readonly method: string; readonly url: string; readonly handler: Handler }): void;
}

export type HttpHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** All of a body is in memory; larger files come in parts, of 8 MB with most clients. */
const MAX_BODY_BYTES = 128 * 1024 * 1024;

class BadRequest extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

function checkSize(bytes: number): void {
  if (bytes > MAX_BODY_BYTES)
    throw new BadRequest(413, 'EntityTooLarge', 'At most 128 MB at once: upload larger files in parts.');
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  checkSize(Number(request.headers['content-length'] ?? 0));
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    checkSize(bytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new BadRequest(400, 'InvalidURI', "The address could not be read: a '%' has no two digits after it.");
  }
}

/** `/shelf/a%20b/c` is of the form `/:bucket/*`. */
function placeOf(path: string): { form: string; params: Request['params'] } {
  const [, bucket = '', key] = /^\/([^/]*)(?:\/(.*))?$/s.exec(path) ?? [];
  if (bucket === '' && key === undefined) return { form: '/', params: {} };
  if (key === undefined) return { form: '/:bucket', params: { bucket: decoded(bucket) } };
  return { form: '/:bucket/*', params: { bucket: decoded(bucket), '*': decoded(key) } };
}

function replyWith(response: ServerResponse): Reply {
  const reply: Reply = {
    header(name, value) {
      if (value !== undefined) response.setHeader(name, value);
      return reply;
    },
    status(code) {
      response.statusCode = code;
      return reply;
    },
    send(body) {
      response.end(body);
      return reply;
    },
  };
  return reply;
}

function tell(error: unknown, response: ServerResponse): void {
  const { status, code } = error instanceof BadRequest ? error : { status: 500, code: 'InternalError' };
  const message = String(error instanceof Error ? error.message : error).replaceAll(/[<&]/g, ' ');
  // The rest of a body that is too large is not read.
  response.writeHead(status, { 'content-type': 'application/xml', connection: 'close' });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`,
  );
}

export function httpRoutes(register: (registry: RouteRegistry) => void): HttpHandler {
  const handlers = new Map<string, Handler>();
  const add =
    (method: string): Register =>
    (url, handler) => {
      handlers.set(`${method} ${url}`, handler);
    };
  register({
    put: add('PUT'),
    head: add('HEAD'),
    post: add('POST'),
    delete: add('DELETE'),
    route({ method, url, handler }) {
      add(method)(url, handler);
    },
  });
  return async (request, response) => {
    try {
      const { method = '', url = '/', headers } = request;
      const [path = '/', search = ''] = url.split(/\?(.*)/s);
      const { form, params } = placeOf(path);
      const handler = handlers.get(`${method} ${form}`);
      if (handler === undefined)
        throw new BadRequest(405, 'MethodNotAllowed', 'The specified method is not allowed against this resource.');
      const query = Object.fromEntries(new URLSearchParams(search));
      await handler({ headers, params, query, body: await bodyOf(request) }, replyWith(response));
    } catch (error) {
      if (response.headersSent) response.destroy();
      else tell(error, response);
    }
  };
}
