/**
 * The HTTP client of one simulated person: keep-alive requests, each counted and timed.
 * `tally.ts` has the counts, `findings.ts` the violations, `chance.ts` the seeded random choices.
 */
import { Agent, request as send } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Tally } from './tally.ts';

export type Json = Readonly<Record<string, unknown>>;

export interface Answer {
  /** 0 if the connection ended without an answer. */
  readonly status: number;
  readonly body: Json;
  readonly text: string;
  /** When the request was sent. */
  readonly sentMs: number;
}

export interface RequestOptions {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** Statuses besides 2xx that are not errors here. */
  readonly expected?: readonly number[];
}

const RETRY_AFTER_MS = 200;
const MAX_WAIT_MS = 120_000;

/** Neither done nor refused: the client cannot know. */
export const isUndecided = ({ status }: Answer): boolean => status === 0 || status >= 500;

export const agent = new Agent({ keepAlive: true, maxSockets: 1024 });

function exchange(
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  body: string | undefined,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    const noAnswer = (): void => {
      resolve({ status: 0, text: '' });
    };
    const request = send(url, { method, agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response
        .on('end', () => {
          resolve({ status: response.statusCode ?? 0, text });
        })
        .on('error', noAnswer)
        .on('aborted', noAnswer);
    });
    request.on('error', noAnswer);
    request.end(body);
  });
}

function parse(text: string): Json {
  try {
    return text.startsWith('{') ? (JSON.parse(text) as Json) : {};
  } catch {
    return {};
  }
}

export const reasonOf = ({ body }: Pick<Answer, 'body'>): string => {
  const { errors = [] } = (body['error'] ?? {}) as { readonly errors?: readonly { readonly reason?: string }[] };
  return errors[0]?.reason ?? '';
};

export class Wire {
  readonly #rootUrl: string;
  readonly #token: string;
  readonly #tally: Tally;

  constructor(rootUrl: string, token: string, tally: Tally) {
    this.#rootUrl = rootUrl;
    this.#token = token;
    this.#tally = tally;
  }

  async call(
    operation: string,
    method: string,
    path: string,
    { body, headers = {}, expected = [] }: RequestOptions = {},
  ): Promise<Answer> {
    const sentMs = Date.now();
    const startedAt = performance.now();
    const all = {
      authorization: `Bearer ${this.#token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    };
    const { status, text } = await exchange(`${this.#rootUrl}${path}`, method, all, body && JSON.stringify(body));
    const answer = { status, text, body: parse(text), sentMs };
    const isFine = (status >= 200 && status < 300) || expected.includes(status);
    this.#tally.add(
      operation,
      performance.now() - startedAt,
      status,
      isFine ? undefined : `${status === 0 ? 'no answer' : String(status)} ${reasonOf(answer)}`.trim(),
    );
    return answer;
  }

  /** Repeats a request until there is an answer: only for requests that may be repeated. */
  async sendUntilAnswered(
    operation: string,
    method: string,
    path: string,
    sending: RequestOptions = {},
  ): Promise<Answer> {
    const deadline = Date.now() + MAX_WAIT_MS;
    for (;;) {
      const answer = await this.call(operation, method, path, sending);
      if (!isUndecided(answer) || Date.now() > deadline) return answer;
      await pause(RETRY_AFTER_MS);
    }
  }
}
