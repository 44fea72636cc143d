import type { JSX } from 'preact';
import { Icon } from '../parts/icon.tsx';
import { Menu } from '../parts/menu.tsx';
import { offerUndo, showError } from '../parts/toast.tsx';
import { words } from '../words/words.ts';
import { addVolume, removeVolume, takesVolumes, type Shelf, type Volume } from './books.ts';
import { shelfName, titleOf } from './names.ts';

export interface ShelfMenuProps {
  readonly volume: Volume;
  readonly shelves: readonly Shelf[];
  /** After a shelf has got or given up a volume. */
  readonly onChange: () => void;
}

/** Puts a volume on a shelf, with a way back. */
export function ShelfMenu({ volume, shelves, onChange }: ShelfMenuProps): JSX.Element {
  const { library } = words;
  const add = async (shelf: Shelf): Promise<void> => {
    await addVolume(shelf.id, volume.id);
    onChange();
    offerUndo(library.added(titleOf(volume.volumeInfo), shelfName(shelf)), async () => {
      await removeVolume(shelf.id, volume.id);
      onChange();
    });
  };
  return (
    <Menu
      label={`${library.addTo}: ${titleOf(volume.volumeInfo)}`}
      class="button"
      button={
        <>
          <Icon name="add" size={18} />
          {library.addTo}
        </>
      }
      align="start"
      items={shelves.filter(takesVolumes).map((shelf) => ({
        label: shelfName(shelf),
        run: () => void add(shelf).catch(showError),
      }))}
    />
  );
}
