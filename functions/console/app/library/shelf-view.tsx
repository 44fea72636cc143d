import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { LoadFailed } from '../parts/load-failed.tsx';
import { offerUndo, showError } from '../parts/toast.tsx';
import { useLoad } from '../parts/use-load.ts';
import { Link } from '../route/link.tsx';
import { words } from '../words/words.ts';
import {
  addVolume,
  isOrdered,
  listVolumes,
  moveVolume,
  removeVolume,
  takesVolumes,
  type Shelf,
  type Volume,
} from './books.ts';
import { titleOf } from './names.ts';
import { ShelfHead } from './shelf-head.tsx';
import { ShelfOrder } from './shelf-order.tsx';

/** The list after a volume has gone into a gap, counted before the move. */
function moved(volumes: readonly Volume[], volume: Volume, gap: number): Volume[] {
  const from = volumes.indexOf(volume);
  const others = volumes.filter((one) => one !== volume);
  return others.toSpliced(gap > from ? gap - 1 : gap, 0, volume);
}

export interface ShelfViewProps {
  readonly shelf: Shelf;
  readonly onChange: () => void;
}

/** Shown at once, then asked of the service; where that fails, what the service has is shown again. */
export function ShelfView({ shelf, onChange }: ShelfViewProps): JSX.Element {
  const { library, common } = words;
  const [said, setSaid] = useState('');
  const { value, error, isLoading, reload, setValue } = useLoad(
    (signal) => listVolumes(shelf.id, 0, signal),
    [shelf.id, shelf.volumeCount],
  );
  const volumes = value?.items ?? [];
  const all = value?.totalItems ?? 0;
  const show = (items: readonly Volume[], totalItems = all): void => {
    setValue({ totalItems, items });
  };
  const orSayWhy = (work: Promise<unknown>): void => {
    work.catch((problem: unknown) => {
      showError(problem);
      reload();
    });
  };
  const move = (volume: Volume, gap: number): void => {
    const next = moved(volumes, volume, gap);
    show(next);
    setSaid(library.moved(titleOf(volume.volumeInfo), next.indexOf(volume) + 1, all));
    orSayWhy(moveVolume(shelf.id, volume.id, gap));
  };
  const remove = (volume: Volume): void => {
    const index = volumes.indexOf(volume);
    show(volumes.toSpliced(index, 1), all - 1);
    const work = async (): Promise<void> => {
      await removeVolume(shelf.id, volume.id);
      onChange();
      if (!takesVolumes(shelf)) return;
      offerUndo(library.removed(titleOf(volume.volumeInfo)), async () => {
        await addVolume(shelf.id, volume.id);
        await moveVolume(shelf.id, volume.id, index);
        onChange();
      });
    };
    orSayWhy(work());
  };
  const showMore = async (): Promise<void> => {
    const { items = [] } = await listVolumes(shelf.id, volumes.length);
    show([...volumes, ...items]);
  };
  return (
    <section>
      <ShelfHead shelf={shelf} onChange={onChange} />
      {error !== undefined && <LoadFailed error={error} retry={reload} />}
      {value === undefined && isLoading && <p class="waiting">{common.loading}</p>}
      {value !== undefined && volumes.length === 0 && (
        <div class="nothing">
          <h2>{library.emptyShelfTitle}</h2>
          <p>{library.emptyShelf}</p>
          <Link to="library" class="button">
            {library.toSearch}
          </Link>
        </div>
      )}
      {volumes.length > 1 && isOrdered(shelf) && <p class="hint">{library.moveHint}</p>}
      {volumes.length > 0 && <ShelfOrder shelf={shelf} volumes={volumes} onMove={move} onRemove={remove} />}
      {volumes.length < all && volumes.length > 0 && (
        <button type="button" class="button" onClick={() => void showMore().catch(showError)}>
          {library.showMore}
        </button>
      )}
      <p class="hidden-label" role="status">
        {said}
      </p>
    </section>
  );
}
