/**
 * Ids with `%` or `?` do not survive in a path: servers behind API Gateway, an Almanac among them, decode it twice. In
 * a batch the path stays as it was written, so a request with such an id is sent as a batch of one.
 */
import { randomUUID } from 'node:crypto';
import { boundaryOf, readWrittenResponse, splitParts } from '#lib/api/multipart';
import type { UpstreamAnswer, UpstreamClient, UpstreamRequest } from './client.ts';
import { UpstreamFailure } from './failure.ts';

const BATCH_PATH = 'batch/calendar/v3';
const CREDENTIALS = new Set(['authorization', 'x-goog-api-key']);

const isOdd = ({ path }: UpstreamRequest): boolean => /%(?:25|3f)/i.test(path.split('?')[0] ?? '');

/** Credentials are for the whole batch, other headers for its part. */
function asBatch({ method, path, headers = {}, body }: UpstreamRequest, rootPath: string): UpstreamRequest {
  const boundary = `batch_${randomUUID()}`;
  const isForAll = ([name]: [string, string]): boolean => CREDENTIALS.has(name);
  const lines = [
    `--${boundary}`,
    'Content-Type: application/http',
    '',
    `${method} ${rootPath}${path} HTTP/1.1`,
    ...Object.entries(headers).flatMap((header) => (isForAll(header) ? [] : [header.join(': ')])),
    ...(body === undefined ? [] : [`content-length: ${String(Buffer.byteLength(body))}`]),
    '',
    body ?? '',
    `--${boundary}--`,
    '',
  ];
  return {
    method: 'POST',
    path: BATCH_PATH,
    headers: {
      ...Object.fromEntries(Object.entries(headers).filter(isForAll)),
      'content-type': `multipart/mixed; boundary=${boundary}`,
    },
    body: lines.join('\r\n'),
  };
}

/** The answer to the one part. A batch that was refused as a whole is an answer itself. */
function partOf(answer: UpstreamAnswer): UpstreamAnswer {
  if (answer.status !== 200) return answer;
  const boundary = boundaryOf(answer.headers['content-type'] ?? '');
  const [part] = boundary === undefined ? [] : splitParts(answer.body.toString('utf8'), boundary);
  const written = part && readWrittenResponse(part.content);
  if (written === undefined) throw new UpstreamFailure('broken', 'a batch without an answer');
  return { ...written, body: Buffer.from(written.body) };
}

/** For calendars alone: other services have no batches. */
export function oddIdsInBatches(client: Pick<UpstreamClient, 'send'>, rootUrl: string): Pick<UpstreamClient, 'send'> {
  const { pathname } = new URL(rootUrl);
  return {
    send: async (request, limits) =>
      isOdd(request) ? partOf(await client.send(asBatch(request, pathname), limits)) : client.send(request, limits),
  };
}
