/** Volumes with the word statistics of a catalogue: a few words in nearly all of them, most words in few. */
import { readRecord } from '#lib/books/import/record';
import { volumeId } from '#lib/books/model/ids';
import type { Saved } from '#lib/books/stores/all';
import { mergeDraft } from '#lib/books/volumes/catalogue';

const VOCABULARY = 30_000;

/** The same sequence in every run. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** Word number `rank`, the most frequent first. */
export const wordOf = (rank: number): string => `w${((rank * 2_654_435_761) % 4_294_967_296).toString(36)}`;

export function* generatedVolumes(count: number): Generator<Saved> {
  const random = sequence(42);
  const words = (length: number): string =>
    Array.from({ length }, () => wordOf(Math.floor(VOCABULARY ** random()) - 1)).join(' ');
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
    };
    const read = readRecord(record, place);
    if ('refused' in read) throw new Error(read.refused);
    const id = volumeId(read.draft.sourceKey);
    yield { id, outcome: 'added', volume: mergeDraft(undefined, read.draft, id).volume };
  }
}
