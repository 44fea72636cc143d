/** What of a batch fits into one answer. */
import { responseTooLarge, type ApiError } from '#lib/api/errors';
import type { WrittenRequest, WrittenResponse } from '#lib/api/multipart';
import { envelopeOf } from './response/error-response.ts';

/**
 * One answer holds all parts, and a Lambda function hands over 6 MB of JSON at the most: quotes and line ends count
 * twice. The rest is for the heads of a thousand parts, and for what stands in place of those that do not fit.
 */
const MAX_BYTES = 5_200_000;

/** What identifies a resource, and is never long. */
const BRIEF_FIELDS = ['kind', 'etag', 'id', 'status'] as const;

const jsonPart = (status: number, headers: WrittenResponse['headers'], value: unknown): WrittenResponse => {
  const body = JSON.stringify(value);
  const length = String(Buffer.byteLength(body));
  return {
    status,
    headers: { ...headers, 'Content-Type': 'application/json; charset=UTF-8', 'Content-Length': length },
    body,
  };
};

/** A part that failed by itself. */
export const refusal = (error: ApiError): WrittenResponse => jsonPart(error.code, {}, envelopeOf(error, 'calendar'));

/**
 * In place of an answer that does not fit. A change that was carried out says so, with the tag and the id of what it
 * made; a query by POST has neither, and says 413 as other reads do.
 */
function shortened(request: WrittenRequest | undefined, answer: WrittenResponse): WrittenResponse {
  const { status, headers, body } = answer;
  if (status >= 400) return answer;
  const value = JSON.parse(body) as Record<string, unknown>;
  const method = request?.headers['x-http-method-override']?.toUpperCase() ?? request?.method;
  if (method === 'GET' || (headers['ETag'] === undefined && value['id'] === undefined))
    return refusal(responseTooLarge());
  const brief = BRIEF_FIELDS.flatMap((name) => (value[name] === undefined ? [] : [[name, value[name]]]));
  return jsonPart(status, headers, Object.fromEntries(brief));
}

/** As many answers as fit, in order; the others are shortened. */
export function fitParts(
  requests: readonly (WrittenRequest | undefined)[],
  answers: readonly WrittenResponse[],
): WrittenResponse[] {
  let room = MAX_BYTES;
  return answers.map((answer, index) => {
    const bytes = Buffer.byteLength(JSON.stringify(answer.body));
    if (bytes > room) return shortened(requests[index], answer);
    room -= bytes;
    return answer;
  });
}
