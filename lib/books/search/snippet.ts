/** The passage of a description that shows why a volume was found. */
import { stem } from './stem.ts';
import { unitsOf } from './words.ts';

const LENGTH = 200;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

const stemsOf = (text: string): string[] => unitsOf(text).flatMap(({ runs }) => runs.map((run) => stem(run.text)));

/** HTML with the hits in bold; undefined when there is no text. `plain` has no tags. */
export function textSnippet(plain: string | undefined, wanted: readonly string[]): string | undefined {
  if (plain === undefined || plain === '') return undefined;
  const stems = new Set(wanted.flatMap(stemsOf));
  const words = [...plain.matchAll(/[\p{L}\p{M}\p{N}'’-]+/gu)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    isHit: stemsOf(match[0]).some((part) => stems.has(part)),
  }));
  const firstHit = words.findIndex(({ isHit }) => isHit);
  const from = firstHit <= 8 ? 0 : (words[firstHit - 8]?.start ?? 0);
  const to = plain.length - from <= LENGTH ? plain.length : (words.findLast(({ end }) => end <= from + LENGTH)?.end ?? from + LENGTH);

  let html = '';
  let at = from;
  for (const { start, end, isHit } of words) {
    if (!isHit || start < from || end > to) continue;
    html += `${escapeHtml(plain.slice(at, start))}<b>${escapeHtml(plain.slice(start, end))}</b>`;
    at = end;
  }
  return `${from > 0 ? '... ' : ''}${html}${escapeHtml(plain.slice(at, to))}${to < plain.length ? ' ...' : ''}`;
}
