/** Searches one index file. */
import { dayNumber } from '#lib/books/model/volume';
import { FEW } from '#lib/books/search/attempts';
import type { SearchRequest, SearchResult } from '#lib/books/stores/all';
import { bestRows } from './candidates.ts';
import { interpret, type Interpretation } from './interpretation.ts';
import { lookupOf, readingAsTyped } from './lookup.ts';
import { newestFirst } from './newest.ts';
import { openIndex, type OpenIndex, prepare, type Recent, recent } from './open-index.ts';
import { pageOf, type Ranking, rankingOf } from './rankings.ts';

/** Of up to 10 KB each. The file never changes, so they stay right. */
const MAX_RANKINGS = 200;

const NOTHING: SearchResult = { totalItems: 0, ids: [] };

interface Preorders {
  readonly preorders: ReadonlySet<string>;
  readonly unknown: readonly string[];
}

export interface IndexReader {
  search(request: SearchRequest): SearchResult;
  preorders(ids: readonly string[], today: string): Preorders;
  close(): void;
}

/** A query that finds enough as it is typed, as most do, needs no second look at what it may mean. */
function rankAnew(index: OpenIndex, request: SearchRequest): Ranking | undefined {
  const find = (reading: Interpretation) => {
    const lookup = lookupOf(index, request, reading);
    return { lookup, best: lookup === undefined ? [] : bestRows(index, lookup.anywhere) };
  };
  const asTyped = readingAsTyped(index, request);
  const first = find(asTyped);
  const matches = first.lookup?.anywhere.isTextOnly === true ? first.best.length : undefined;
  const reading = first.best.length >= FEW ? asTyped : interpret(index, asTyped, matches);
  const { lookup, best } = reading === asTyped ? first : find(reading);
  return lookup && rankingOf(index, lookup, request.language, best);
}

/** Kept for the next pages, and for others who look for the same. */
function remembered(index: OpenIndex, rankings: Recent<Ranking>, request: SearchRequest): Ranking | undefined {
  const { query, filters, language } = request;
  const key = JSON.stringify([query, filters, language]);
  const known = rankings.get(key);
  if (known !== undefined) return known;
  const ranking = rankAnew(index, request);
  if (ranking !== undefined) rankings.set(key, ranking);
  return ranking;
}

function search(index: OpenIndex, rankings: Recent<Ranking>, request: SearchRequest): SearchResult {
  if (request.orderBy === 'newest') {
    const lookup = lookupOf(index, request, interpret(index, readingAsTyped(index, request)));
    return lookup === undefined ? NOTHING : newestFirst(index, lookup.anywhere, request);
  }
  const ranking = remembered(index, rankings, request);
  return ranking === undefined ? NOTHING : pageOf(index, ranking, request);
}

function preorders(index: OpenIndex, ids: readonly string[], today: string): Preorders {
  const sql = 'SELECT id, on_sale FROM volumes WHERE id IN (SELECT value FROM json_each(?))';
  const known = prepare(index, sql).all(JSON.stringify(ids));
  const unreleased = known.filter((row) => Number(row['on_sale']) > dayNumber(today));
  const seen = new Set(known.map((row) => String(row['id'])));
  return {
    preorders: new Set(unreleased.map((row) => String(row['id']))),
    unknown: ids.filter((id) => !seen.has(id)),
  };
}

export function readIndex(path: string): IndexReader {
  const index = openIndex(path);
  const rankings = recent<Ranking>(MAX_RANKINGS);
  return {
    search: (request) => search(index, rankings, request),
    preorders: (ids, today) => preorders(index, ids, today),
    close() {
      index.database.close();
    },
  };
}
