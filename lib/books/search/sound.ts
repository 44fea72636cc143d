/** How a word sounds to speakers of English: people spell names by ear. */
import { doubleMetaphone } from 'double-metaphone';

/** Words of at least four plain letters have one; a sound of one consonant is shared by too many. */
export function soundOf(word: string): string | undefined {
  if (!/^[a-z]{4,}$/.test(word)) return undefined;
  const [sound] = doubleMetaphone(word);
  return sound.length < 2 ? undefined : sound;
}
