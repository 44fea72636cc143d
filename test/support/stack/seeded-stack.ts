/** A stack with the world of a seed, as a process of its own. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startChild } from '#lib/testing/child';

export interface SeededStack {
  readonly url: string;
  /** What a user gets from a service, once every change has been handed on. */
  get(email: string, path: string): Promise<unknown>;
  ask(method: string, path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<Response>;
  stop(): Promise<void>;
}

export async function startSeeded(
  seed: string,
  folder: string,
  options: readonly string[] = ['--database', 'memory'],
): Promise<SeededStack> {
  const file = join(folder, 'world.yaml');
  writeFileSync(file, seed);
  const { url, stop } = await startChild(['--seed', file, '--port', '0', '--log', 'off', ...options]);
  const ask: SeededStack['ask'] = (method, path, body, headers = {}) =>
    fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return {
    url,
    ask,
    async get(email, path) {
      const { token } = (await (await ask('POST', '_almanac/tokens', { email })).json()) as { token: string };
      const answer = await ask('GET', path, undefined, { authorization: `Bearer ${token}` });
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
      return answer.json();
    },
    stop,
  };
}
