/** emulate, an imitation of Google's services in memory: https://www.npmjs.com/package/emulate */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inParallel } from '#lib/api/process/in-parallel';
import type { StoredEvent } from '#lib/calendar/model/event';
import { freePort } from '#lib/local/database/child';
import { answerOf, MAX_ANSWER_MS, serve, written, type Rival } from './rival.ts';
import { weekQuery } from './week-query.ts';

export const EMULATE = 'emulate@0.12.2';

export interface Emulate extends Rival {
  readonly rootUrl: string;
  readonly headersOf: typeof headersOf;
}

/** emulate accepts any token, and 5,000 requests per token. */
const headersOf = (index: number) => ({
  authorization: `Bearer bench-${String(Math.floor(index / 1_000))}`,
  'content-type': 'application/json',
});

/** `packages` is where emulate is installed. It takes events one by one; undefined when that takes too long. */
export async function startEmulate(events: readonly StoredEvent[], packages: string): Promise<Emulate | undefined> {
  const port = await freePort();
  const program = `import { createEmulator } from 'emulate'; await createEmulator({ service: 'google', port: ${String(port)}, hostname: '127.0.0.1' });`;
  await writeFile(join(packages, 'google.mjs'), program);
  const stop = await serve([process.execPath, 'google.mjs'], port, packages);
  const rootUrl = `http://127.0.0.1:${String(port)}/`;
  const root = `${rootUrl}calendar/v3/calendars/primary/events`;
  let asked = 0;
  const insert = (event: object): Promise<string> =>
    answerOf(root, { method: 'POST', headers: headersOf((asked += 1)), body: JSON.stringify(event) });
  const untilMs = performance.now() + MAX_ANSWER_MS;
  await inParallel([...events], 16, async ({ summary, description, location, start, end }) => {
    if (performance.now() < untilMs) await insert({ summary, description, location, start, end });
  });
  if (performance.now() >= untilMs) {
    await stop();
    return undefined;
  }
  return {
    name: 'emulate',
    rootUrl,
    headersOf,
    async week(window) {
      const answer = await answerOf(`${root}?${weekQuery(window)}`, { headers: headersOf((asked += 1)) });
      return (JSON.parse(answer) as { readonly items: readonly unknown[] }).items.length;
    },
    async write(number) {
      await insert(written(number));
    },
    sync: undefined,
    stop,
  };
}
