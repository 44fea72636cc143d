/** A CSV of conversions: one column for each field of the operation, and what it refused, by line. */
import { ApiError } from '../api/error.ts';
import { insertConversions, type Conversion } from './client.ts';
import { readCsv } from './csv.ts';
import type { Scope } from './spec.ts';

export interface LineProblem {
  readonly line: number;
  readonly text: string;
}

export interface UploadReport {
  readonly stored: number;
  readonly problems: readonly LineProblem[];
}

interface Entry {
  readonly line: number;
  readonly conversion: Conversion;
}

const MAX_ENTRIES = 2000;

/** Ids of the scope stand for those that a row leaves out, unless it names its click. */
function entriesOf(text: string, { agencyId, advertiserId, engineAccountId }: Scope): Entry[] {
  const [head, ...rows] = readCsv(text);
  const names = head?.cells.map((name) => name.trim()) ?? [];
  return rows.map(({ line, cells }) => {
    const given = Object.fromEntries(
      names.map((name, index) => [name, cells[index]?.trim() ?? '']).filter(([, value]) => value !== ''),
    ) as Record<string, string>;
    const ids = given['clickId'] === undefined ? { agencyId, advertiserId, engineAccountId } : {};
    return { line, conversion: { segmentationType: 'FLOODLIGHT', ...ids, ...given } };
  });
}

const DETAILS = /Details: \[(.*) index=(\d+) .*\]$/s;

/** The answer names entries by their place in the request. */
function problemsOf(error: ApiError, entries: readonly Entry[]): LineProblem[] {
  const messages = error.errors.length === 0 ? [error.message] : error.errors.map(({ message = '' }) => message);
  return messages.map((message) => {
    const [, text = message, index] = DETAILS.exec(message) ?? [];
    return { line: index === undefined ? 0 : (entries[Number(index)]?.line ?? 0), text };
  });
}

/** Every row is stored or refused by itself. */
export async function uploadConversions(text: string, scope: Scope): Promise<UploadReport> {
  const entries = entriesOf(text, scope);
  let stored = 0;
  const problems: LineProblem[] = [];
  for (let at = 0; at < entries.length; at += MAX_ENTRIES) {
    const batch = entries.slice(at, at + MAX_ENTRIES);
    try {
      await insertConversions(batch.map(({ conversion }) => conversion));
      stored += batch.length;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error;
      const found = problemsOf(error, batch);
      problems.push(...found);
      stored += found.some(({ line }) => line === 0) ? 0 : batch.length - found.length;
    }
  }
  return { stored, problems };
}
