/** What a record of an import does to the volume that is already there. */
import { sortedJson } from '#lib/api/text/sorted-json';
import type { Rights, Volume } from '#lib/books/model/volume';
import type { SaveOutcome, VolumeDraft } from '#lib/books/stores/all';

const NO_RIGHTS: Rights = { isEbook: false, isPublicDomain: false, viewability: 'NO_PAGES' };

/** Revisions are numbers or times; both compare by length, then by text. */
const isOlder = (revision: string | undefined, than: string | undefined): boolean => {
  if (revision === undefined || than === undefined) return false;
  return /^\d+$/.test(revision) && /^\d+$/.test(than) ? Number(revision) < Number(than) : revision < than;
};

const isSame = (left: Volume, right: Volume): boolean => sortedJson(left) === sortedJson(right);

export interface Merged {
  readonly outcome: SaveOutcome;
  readonly volume: Volume | undefined;
}

/** Rights for one country leave those of the others as they are; everything else is replaced. */
export function mergeDraft(stored: Volume | undefined, draft: VolumeDraft, id: string): Merged {
  const { country, isDeleted, ...fields } = draft;
  if (stored !== undefined && isOlder(draft.revision, stored.revision)) return { outcome: 'older', volume: stored };
  if (isDeleted === true) return { outcome: stored === undefined ? 'absent' : 'removed', volume: undefined };

  const volume: Volume = {
    ...fields,
    id,
    rights: country === undefined ? draft.rights : (stored?.rights ?? NO_RIGHTS),
    rightsByCountry:
      country === undefined ? stored?.rightsByCountry : { ...stored?.rightsByCountry, [country]: draft.rights },
  };
  if (stored === undefined) return { outcome: 'added', volume };
  return isSame(stored, volume) ? { outcome: 'unchanged', volume: stored } : { outcome: 'updated', volume };
}
