/** An answer of a function without what differs by nature between two stages: ids, times, etags, tokens. */
import { gunzipSync } from 'node:zlib';
import type { Step } from './sample-scenario.ts';

export interface Comparable {
  readonly title: string;
  readonly functionName: string;
  readonly status?: number;
  readonly headers?: unknown;
  readonly body: unknown;
}

interface HttpAnswer {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
}

const HOUR_MS = 3_600_000;
const isNear = (ms: number, withinMs: number): boolean => Math.abs(ms - Date.now()) < withinMs;

interface Mask {
  readonly of: RegExp;
  as(text: string): string;
}

/** What is of the stage or of the moment, and how it is told. */
const MASKS: readonly Mask[] = [
  { of: /"etag":"(?:\\.|[^"\\])*"/g, as: () => '"etag":"<etag>"' },
  {
    of: /"(?:nextSyncToken|resourceId|dsConversionId)":"[^"]+"/g,
    as: (text) => `${text.slice(0, text.indexOf(':'))}:"<token>"`,
  },
  { of: /\bprivate-[\w-]{43}\b/g, as: () => 'private-<secret>' },
  { of: /"(?:kid|n)":"[\w-]{43,}"/g, as: (text) => `${text.slice(0, text.indexOf(':'))}:"<key>"` },
  { of: /\bc_[0-9a-f]{64}\b/g, as: () => 'c_<id>' },
  // Ids begin with the milliseconds of their making.
  { of: /\b[0-9a-v]{26}\b/g, as: (text) => (isNear(parseInt(text.slice(0, 9), 32), HOUR_MS) ? '<id>' : text) },
  { of: /\beid=[\w-]+/g, as: (text) => `eid=${masked(Buffer.from(text.slice(4), 'base64url').toString())}` },
  { of: /\b[a-z]{3}-[a-z]{4}-[a-z]{3}\b/g, as: () => '<meeting>' },
  { of: /(?<=\breports?[/-]|"id":")[\w-]{16}(?=[/"-])/g, as: () => '<report>' },
  {
    of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g,
    as: (text) => (isNear(Date.parse(text), HOUR_MS) ? '<now>' : text),
  },
  // Channels end a day later.
  { of: /\b\d{13}\b/g, as: (text) => (isNear(Number(text), 25 * HOUR_MS) ? '<soon>' : text) },
];

const masked = (text: string): string => MASKS.reduce((rest, { of, as }) => rest.replaceAll(of, as), text);

function textOf({ body = '', headers = {}, isBase64Encoded = false }: HttpAnswer): string {
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  return (headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8');
}

const isHttp = (answer: unknown): answer is HttpAnswer =>
  typeof answer === 'object' && answer !== null && 'statusCode' in answer;

/** JSON in one form; anything else as it is. */
function compact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return JSON.stringify(text);
  }
}

const maskedJson = (json: string): unknown => JSON.parse(masked(json));

export function comparable({ title, functionName, answer }: Step): Comparable {
  if (!isHttp(answer)) return { title, functionName, body: answer };
  const { statusCode: status, headers = {} } = answer;
  return {
    title,
    functionName,
    status,
    headers: maskedJson(JSON.stringify(headers)),
    body: maskedJson(compact(textOf(answer))),
  };
}
