import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { DialogButtons } from '../parts/dialog-buttons.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { showError, showToast } from '../parts/toast.tsx';
import { words } from '../words/words.ts';
import { canBeCleared, clearVolumes, setAccess, type Shelf } from './books.ts';
import { shelfName } from './names.ts';

export interface ShelfHeadProps {
  readonly shelf: Shelf;
  readonly onChange: () => void;
}

const ClearDialog = ({ shelf, onChange, onClose }: ShelfHeadProps & { readonly onClose: () => void }): JSX.Element => {
  const { library } = words;
  const clear = async (): Promise<void> => {
    await clearVolumes(shelf.id);
    onClose();
    onChange();
    showToast({ text: library.cleared(shelfName(shelf)) });
  };
  return (
    <Dialog
      title={library.clear}
      size="small"
      onClose={onClose}
      onSubmit={() => void clear().catch(showError)}
      foot={<DialogButtons onCancel={onClose} submit={library.clear} isDangerous />}
    >
      <p>{library.clearQuestion(shelfName(shelf), shelf.volumeCount)}</p>
    </Dialog>
  );
};

/** Its name, who may see it, and how to empty it. */
export function ShelfHead({ shelf, onChange }: ShelfHeadProps): JSX.Element {
  const { library } = words;
  const [isAsking, setAsking] = useState(false);
  const choose = async (access: Shelf['access']): Promise<void> => {
    await setAccess(shelf.id, access);
    onChange();
    showToast({ text: library.accessChanged(library.accessChoices[access]) });
  };
  return (
    <header class="shelf-head">
      <h1>{shelfName(shelf)}</h1>
      <p class="muted">{library.volumes(shelf.volumeCount)}</p>
      <div class="row">
        <SelectField
          label={library.access}
          value={shelf.access}
          options={[
            ['PUBLIC', library.accessChoices.PUBLIC],
            ['PRIVATE', library.accessChoices.PRIVATE],
          ]}
          onChange={(value) => void choose(value === 'PUBLIC' ? 'PUBLIC' : 'PRIVATE').catch(showError)}
        />
        {canBeCleared(shelf) && shelf.volumeCount > 0 && (
          <button type="button" class="button button-danger" onClick={() => setAsking(true)}>
            {library.clear}
          </button>
        )}
      </div>
      {isAsking && <ClearDialog shelf={shelf} onChange={onChange} onClose={() => setAsking(false)} />}
    </header>
  );
}
