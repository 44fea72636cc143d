/**
 * How many volumes match words that stand in many of them. Counting takes longer than finding the best matches, so it
 * is done once, when the file is written; `counts` has the number for the very expression that a search makes.
 */
import type { DatabaseSync } from 'node:sqlite';
import { matchExpression } from '#lib/books/search/expression';
import { wordsOfTerm } from '#lib/books/search/function-words';
import { parseQuery } from '#lib/books/search/query';
import { indexWords } from './index-words.ts';

/** Counting fewer takes less than a tenth of a millisecond. */
const FREQUENT = 1000;

export function countFrequent(database: DatabaseSync): void {
  const { inflections } = indexWords(database);
  database.exec('DELETE FROM counts; CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, text, row);');
  const count = database.prepare('SELECT count(*) AS n FROM text WHERE text MATCH ?');
  const put = database.prepare('INSERT OR REPLACE INTO counts (match, volumes) VALUES (?, ?)');
  const counted = new Set<string>();
  const frequent = database.prepare('SELECT term FROM temp.vocabulary WHERE doc >= ?').all(FREQUENT);
  database.exec('BEGIN');
  for (const { term } of frequent) {
    const words = wordsOfTerm(String(term));
    if (words === undefined) continue;
    const match = matchExpression(parseQuery(`"${words.join(' ')}"`), inflections);
    const matchOfWord = matchExpression(parseQuery(String(term)), inflections);
    for (const expression of [match, matchOfWord]) {
      if (expression === undefined || counted.has(expression)) continue;
      counted.add(expression);
      put.run(expression, Number(count.get(expression)?.['n'] ?? 0));
    }
  }
  database.exec('COMMIT; DROP TABLE temp.vocabulary;');
}
