/** What the name of a file says of it. */
import { KINDS, type Kind } from './kinds.ts';

/** The kind that a file's name or folder says: `facts_daily-2026-03.csv.gz`, `visits/part-1.ndjson`. */
export function kindOfFile(path: string): Kind | undefined {
  const parts = path.toLowerCase().split('/').reverse();
  for (const part of parts.slice(0, 2)) {
    const kind = KINDS.find(({ name }) => part.startsWith(name));
    if (kind !== undefined) return kind;
  }
  return undefined;
}

export type FileFormat = 'csv' | 'ndjson';

export const formatOfFile = (path: string): FileFormat | undefined => {
  const name = path.toLowerCase().replace(/\.gz$/, '');
  if (name.endsWith('.csv')) return 'csv';
  return /\.(ndjson|jsonl|json)$/.test(name) ? 'ndjson' : undefined;
};
