/** Volumes with the word statistics of a catalogue: a few words in nearly all of them, most words in few. */
import { readRecord } from '#lib/books/import/record/record';
import { volumeId } from '#lib/books/model/ids';
import type { Saved } from '#lib/books/stores/all';
import { mergeDraft } from '#lib/books/volumes/catalogue';

/** A tenth of the volumes brings a new word along, as more volumes do in every catalogue. */
const vocabularyOf = (volumes: number): number => 20_000 + Math.floor(volumes / 10);

/** The same sequence in every run. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const MOST_FREQUENT = 'the of and in to a de la der is for und on with des by les das from at'.split(' ');

const CONSONANTS = 'bcdfghklmnprstv';
const VOWELS = 'aeiou';

/** Something that can be spoken: seven or eight letters, each number its own. */
function spoken(number: number): string {
  const syllables = number % 2 === 0 ? 4 : 3;
  let rest = (number * 2_654_435_761) % (CONSONANTS.length * VOWELS.length) ** syllables;
  let word = number % 2 === 0 ? '' : (CONSONANTS[number % CONSONANTS.length] ?? '');
  for (let place = 0; place < syllables; place += 1) {
    word = `${CONSONANTS[rest % 15] ?? ''}${VOWELS[Math.floor(rest / 15) % 5] ?? ''}${word}`;
    rest = Math.floor(rest / 75);
  }
  return word;
}

/** Word number `rank`, the most frequent first: function words, as in every catalogue. */
export const wordOf = (rank: number): string => MOST_FREQUENT[rank] ?? spoken(rank);

function* generatedVolumes(count: number): Generator<Saved> {
  const random = sequence(42);
  const vocabulary = vocabularyOf(count);
  const words = (length: number): string =>
    Array.from({ length }, () => wordOf(Math.floor(vocabulary ** random()) - 1)).join(' ');
  for (let place = 0; place < count; place += 1) {
    const record = {
      source: 'bench',
      key: String(place),
      title: words(2 + Math.floor(random() * 5)),
      authors: [words(2)],
      publisher: words(2),
      date: String(1800 + Math.floor(random() * 220)),
      description: words(40),
      categories: [words(2)],
      language: 'en',
      averageRating: 4,
      // A few volumes have most of the ratings.
      ratingsCount: Math.floor(100_000 ** (random() ** 3)) - 1,
    };
    const read = readRecord(record, place);
    if ('refused' in read) throw new Error(read.refused);
    const id = volumeId(read.draft.sourceKey);
    yield { id, outcome: 'added', volume: mergeDraft(undefined, read.draft, id).volume };
  }
}

/** So many at once, and how many that makes so far. */
export function* generatedBatches(count: number, size: number): Generator<{ batch: readonly Saved[]; done: number }> {
  let batch: Saved[] = [];
  let done = 0;
  for (const saved of generatedVolumes(count)) {
    batch.push(saved);
    done += 1;
    if (batch.length < size && done < count) continue;
    yield { batch, done };
    batch = [];
  }
}
