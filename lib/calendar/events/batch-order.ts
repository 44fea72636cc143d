import type { WrittenRequest } from '#lib/api/multipart';

const NO_EVENTS = new Set(['import', 'quickAdd', 'watch']);

/**
 * The event that a part of a batch is about, a series for its instances: named by the path, or by the body of one that
 * is new. At worst parts wait without need.
 */
export function eventOfBatchPart({ target, body }: Pick<WrittenRequest, 'target' | 'body'>): string | undefined {
  const path = target.split('?')[0] ?? '';
  const id = path.endsWith('/events') ? /"id"\s*:\s*"(\w+)"/.exec(body)?.[1] : /\/events\/([^/]+)/.exec(path)?.[1];
  return id === undefined || NO_EVENTS.has(id) ? undefined : id.split('_')[0];
}
