/** Remembers what it was called with, and behaves as the test tells it to. */

export const recorder = {
  events: [] as unknown[],
  running: 0,
  mostAtOnce: 0,
  behave: (_event: unknown): Promise<unknown> => Promise.resolve(undefined),
};

export async function handler(event: unknown): Promise<unknown> {
  recorder.events.push(event);
  recorder.running += 1;
  recorder.mostAtOnce = Math.max(recorder.mostAtOnce, recorder.running);
  try {
    return await recorder.behave(event);
  } finally {
    recorder.running -= 1;
  }
}
