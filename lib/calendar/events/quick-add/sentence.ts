/** The text of a quick event. Phrases are cut from it one after the other; the rest is title and place. */
import { oneLine } from '#lib/api/text/one-line';

/** Marks a cut phrase, so that words on both sides are not read together. A private character, which no text holds. */
const CUT = '\uE000';

export class Sentence {
  #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  static of(text: string): Sentence {
    return new Sentence(oneLine(text.replace(/[\p{Cc}\p{Co}]+/gu, ' ')));
  }

  get text(): string {
    return this.#text;
  }

  /** A part of the sentence, to try what can be cut there. */
  part(from: number, to?: number): Sentence {
    return new Sentence(this.#text.slice(from, to).trim());
  }

  /** Cuts the first match, if there is one. */
  cut(pattern: RegExp): RegExpExecArray | undefined {
    const match = pattern.exec(this.#text);
    if (match === null) return undefined;
    this.remove(match.index, match[0].length);
    return match;
  }

  remove(index: number, length: number): void {
    this.#text = `${this.#text.slice(0, index)} ${CUT} ${this.#text.slice(index + length)}`.replace(/ {2,}/g, ' ');
  }

  /** Cuts an introduction and the phrases that `read` finds directly after it; nothing if something else follows. */
  cutIntroduced<T>(
    introduction: RegExp,
    read: (rest: Sentence, introduction: RegExpExecArray) => T | undefined,
  ): T | undefined {
    for (const match of this.#text.matchAll(introduction)) {
      const rest = this.part(match.index + match[0].length);
      const found = read(rest, match);
      const phrases = /^(?:\s*(?:(?:on|at)\s+)?\uE000)+\s*/iu.exec(rest.#text)?.[0];
      if (found === undefined || phrases === undefined) continue;
      const after = rest.#text.slice(phrases.length).trimEnd();
      const text = this.#text.trimEnd();
      // A phrase was cut further on.
      if (!text.endsWith(after)) continue;
      this.remove(match.index, text.length - after.length - match.index);
      return found;
    }
    return undefined;
  }

  /** Cuts `at Luigi's`, up to the next phrase, comma or `with`. */
  cutPlace(): string | undefined {
    const match = this.cut(
      /(?:^|\s)(?:at|@)\s+([^\uE000,]+?)(?=(?:\s+(?:on|from|in|by|for))?\s*(?:$|,|\uE000|\swith\s))/iu,
    );
    return match?.[1]?.trim();
  }

  /** Without words that introduced a phrase, and without commas around it. */
  get title(): string {
    let title = this.#text;
    for (let before = ''; before !== title;) {
      before = title;
      title = title
        .replace(/(^|\s)(?:on|at|around|from|in|by|due|for|with|and|until|starting|@)?[\s,;:–-]*\uE000/giu, '$1\uE000')
        .replace(/\(\s*\uE000\s*\)/gu, CUT)
        .replace(/\uE000[\s,;]*\uE000/gu, '\uE000');
    }
    return title
      .replaceAll(CUT, ' ')
      .replace(/\s+/g, ' ')
      .replace(/\s+,/g, ',')
      .replace(/^(?:(?:on|at|from)\b|[\s,;:–-])+|(?:\b(?:on|at|from)|[\s,;:–-])+$/giu, '')
      .trim();
  }
}
