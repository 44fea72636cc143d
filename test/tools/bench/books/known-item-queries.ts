/** What people type who know the book they want, by the kind of slip: made from the volumes, the same in every run. */
import type { Volume } from '#lib/books/model/volume';
import { fold, plainWords, titleKey } from '#lib/books/search/words';
import { seededRandom } from '#test/tools/shared/random';

export interface KnownItemQuery {
  readonly kind: string;
  readonly q: string;
  readonly wanted: Volume;
}

const MAX_OF_A_KIND = 80;
const UNSPACED = /\p{scx=Han}|\p{scx=Hiragana}|\p{scx=Katakana}|\p{Script=Hangul}/u;
const JOINED = /['’-]/;

const spacedWords = (text: string): string[] => text.split(/[^\p{L}\p{M}\p{N}'’-]+/u).filter((word) => word !== '');
const isSpaced = ({ title }: Volume): boolean => !UNSPACED.test(title);
const lastName = ({ authors }: Volume): string | undefined => spacedWords(authors[0] ?? '').at(-1);

/** How many volumes have a word. */
function frequencies(volumes: readonly Volume[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { title, subtitle = '', authors, description = '' } of volumes)
    for (const word of new Set(plainWords([title, subtitle, ...authors, description].join(' '))))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

type Make = (volume: Volume) => string | undefined;

function makers(volumes: readonly Volume[]): Readonly<Record<string, Make>> {
  const { below } = seededRandom(15);
  const counts = frequencies(volumes);
  const byRarity = (words: readonly string[]): string[] =>
    [...new Set(words)].toSorted((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0) || (a < b ? -1 : 1));
  const rarest = (text: string): string | undefined => byRarity(plainWords(text))[0];

  const slip = (word: string): string => {
    const at = 1 + below(word.length - 2);
    const letter = 'etaoinshr'[below(9)] ?? 'e';
    const [before, here, next, after] = [word.slice(0, at), word[at] ?? '', word[at + 1] ?? '', word.slice(at + 2)];
    return (
      [
        before + next + here + after,
        before + next + after,
        before + here + letter + next + after,
        before + letter + next + after,
      ][below(4)] ?? word
    );
  };
  /** The title with one word changed: the longest of those that fit. */
  const withChanged = (title: string, fits: (word: string) => boolean, change: (word: string) => string) => {
    const words = spacedWords(title);
    const chosen = words.filter(fits).toSorted((a, b) => b.length - a.length)[0];
    if (chosen === undefined) return undefined;
    return words.map((word) => (word === chosen ? change(word) : word)).join(' ');
  };
  const isPlain = (least: number) => (word: string) => word.length >= least && /^\p{Script=Latin}+$/u.test(word);

  return {
    title: ({ title }) => title,
    'title without article': ({ title }) => {
      const words = plainWords(title);
      return titleKey(words) === words.join(' ') ? undefined : titleKey(words);
    },
    'author and a word of the title': (volume) => {
      const [name, word] = [lastName(volume), rarest(volume.title)];
      return isSpaced(volume) && name !== undefined && word !== undefined ? `${name} ${word}` : undefined;
    },
    'rarest words': (volume) => {
      const { title, subtitle = '', authors, description = '' } = volume;
      if (!isSpaced(volume)) return undefined;
      return byRarity(plainWords([title, subtitle, ...authors, description].join(' ')))
        .slice(0, 3)
        .join(' ');
    },
    'slip in a long word': ({ title }) => withChanged(title, isPlain(5), slip),
    'slip in a short word': ({ title }) =>
      spacedWords(title).length < 2
        ? undefined
        : withChanged(title, (word) => /^\p{Script=Latin}{3,4}$/u.test(word), slip),
    'slip in the name': (volume) => {
      const [name, word] = [lastName(volume), rarest(volume.title)];
      return name !== undefined && word !== undefined && isPlain(5)(name) ? `${slip(name)} ${word}` : undefined;
    },
    'spelled by ear': ({ title }) =>
      withChanged(
        title,
        (word) => isPlain(5)(word) && /ph|ck|y|th|ss|ll|tt/.test(word),
        (word) =>
          word
            .replace('ph', 'f')
            .replace('ck', 'k')
            .replace(/(?<=.)y/, 'i')
            .replace(/(ss|ll|tt)/, (pair) => pair.charAt(0)),
      ),
    'without diacritics': ({ title }) => {
      const words = spacedWords(title).join(' ');
      return fold(words) === words.toLowerCase() ? undefined : fold(words);
    },
    'missing apostrophe or hyphen': ({ title }) =>
      withChanged(
        title,
        (word) => JOINED.test(word),
        (word) => word.replace(JOINED, ''),
      ),
    'space for apostrophe or hyphen': ({ title }) =>
      withChanged(
        title,
        (word) => JOINED.test(word),
        (word) => word.replace(JOINED, ' '),
      ),
    'joined words': ({ title }) => {
      const words = spacedWords(title);
      const at = words.findIndex((word, place) => isPlain(3)(word) && isPlain(3)(words[place + 1] ?? ''));
      if (at < 0) return undefined;
      return [...words.slice(0, at), words.slice(at, at + 2).join(''), ...words.slice(at + 2)].join(' ');
    },
    'split word': ({ title }) => withChanged(title, isPlain(6), (word) => `${word.slice(0, 3)} ${word.slice(3)}`),
    'two characters of a title in Chinese, Japanese or Korean': ({ title }) => {
      const characters = [...title].filter((character) => UNSPACED.test(character));
      return characters.length < 2 ? undefined : characters.slice(0, 2).join('');
    },
    'number in a series': ({ series }) =>
      series?.number === undefined ? undefined : `${series.title} ${series.number}`,
    subtitle: ({ subtitle, authors }) =>
      subtitle === undefined || spacedWords(subtitle).length < 3 ? undefined : `${subtitle} ${authors[0] ?? ''}`,
  };
}

/** At most 80 of a kind, taken evenly from the whole catalogue. */
export function knownItemQueries(volumes: readonly Volume[]): KnownItemQuery[] {
  return Object.entries(makers(volumes)).flatMap(([kind, make]) => {
    const all = volumes.flatMap((wanted) => {
      const q = make(wanted);
      return q === undefined ? [] : { kind, q, wanted };
    });
    const step = Math.max(1, all.length / MAX_OF_A_KIND);
    return Array.from(
      { length: Math.min(all.length, MAX_OF_A_KIND) },
      (_, place) => all[Math.floor(place * step)],
    ).flatMap((query) => query ?? []);
  });
}
