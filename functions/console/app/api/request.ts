/** Asks the public operations of this host, as any other client would. */
import { currentToken, renewToken } from '../session/session.ts';
import { isOnline } from '../state/connection.ts';
import { ApiError, errorOf } from './error.ts';

type Value = string | number | boolean | undefined;

export interface RequestOptions {
  readonly query?: Readonly<Record<string, Value | readonly string[]>>;
  /** Sent as JSON, unless it is a file or text. */
  readonly body?: unknown;
  /** Only if the thing is still the one with this tag. */
  readonly etag?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

function addressOf(path: string, query: RequestOptions['query'] = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? (value as readonly string[]) : [String(value)]) search.append(name, one);
  }
  return `${path}${search.size === 0 ? '' : `?${search.toString()}`}`;
}

async function send(method: Method, path: string, options: RequestOptions, token: string): Promise<Response> {
  const { body, etag, query, headers, signal } = options;
  const isRaw = typeof body === 'string' || body instanceof Blob;
  try {
    const answer = await fetch(addressOf(path, query), {
      method,
      // Whatever the browser kept is older than what the service has.
      cache: 'no-store',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && !isRaw && { 'content-type': 'application/json' }),
        ...(etag !== undefined && { 'if-match': etag }),
        ...headers,
      },
      ...(body !== undefined && { body: isRaw ? body : JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    });
    // An answer that was on its way when the connection broke says nothing about now.
    isOnline.set(navigator.onLine);
    return answer;
  } catch (error) {
    if (signal?.aborted === true) throw error;
    isOnline.set(false);
    throw new ApiError(0, 'offline', error instanceof Error ? error.message : 'No answer');
  }
}

/** The answer itself, for downloads. Throws `ApiError` unless it is a success. */
export async function requestAnswer(method: Method, path: string, options: RequestOptions = {}): Promise<Response> {
  const token = await currentToken();
  if (token === undefined) throw new ApiError(401, 'authError', '');
  let answer = await send(method, path, options, token);
  if (answer.status === 401) {
    const fresh = await renewToken();
    if (fresh !== undefined) answer = await send(method, path, options, fresh);
  }
  if (!answer.ok) throw await errorOf(answer);
  return answer;
}

/** The parsed answer; undefined where an operation answers nothing. */
export async function request<T>(method: Method, path: string, options: RequestOptions = {}): Promise<T> {
  const text = await (await requestAnswer(method, path, options)).text();
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** `pathOf('calendar/v3/calendars', id, 'events')`: ids may hold any character. */
export const pathOf = (base: string, ...parts: readonly string[]): string =>
  `/${base}${parts.map((part) => `/${encodeURIComponent(part)}`).join('')}`;
