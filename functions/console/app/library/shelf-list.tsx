import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Check } from '../parts/check.tsx';
import { DialogButtons } from '../parts/dialog-buttons.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { InputField } from '../parts/input-field.tsx';
import { showError } from '../parts/toast.tsx';
import { Link } from '../route/link.tsx';
import { navigate } from '../route/route.ts';
import { words } from '../words/words.ts';
import { makeShelf, type Shelf } from './books.ts';
import { number, shelfName } from './names.ts';

interface NewShelfProps {
  readonly onMade: (shelf: Shelf) => void;
  readonly onClose: () => void;
}

function NewShelfDialog({ onMade, onClose }: NewShelfProps): JSX.Element {
  const { library } = words;
  const [title, setTitle] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isPublic, setPublic] = useState(false);
  const make = async (): Promise<void> => {
    if (title.trim() === '') {
      setProblem(library.nameMissing);
      return;
    }
    onMade(await makeShelf(title.trim(), isPublic ? 'PUBLIC' : 'PRIVATE'));
  };
  return (
    <Dialog
      title={library.newShelf}
      size="small"
      onClose={onClose}
      onSubmit={() => void make().catch(showError)}
      foot={<DialogButtons onCancel={onClose} submit={library.make} />}
    >
      <InputField
        label={library.shelfTitle}
        error={problem}
        value={title}
        maxLength={200}
        onInput={(event) => setTitle(event.currentTarget.value)}
      />
      <Check label={library.public} isChecked={isPublic} onChange={setPublic} />
    </Dialog>
  );
}

export interface ShelfListProps {
  readonly shelves: readonly Shelf[];
  readonly current: string;
  readonly onChange: () => void;
}

/** The shelves beside every page of the library. */
export function ShelfList({ shelves, current, onChange }: ShelfListProps): JSX.Element {
  const { library } = words;
  const [isMaking, setMaking] = useState(false);
  return (
    <nav class="shelf-list" aria-labelledby="shelves-title">
      <Link to="library" class="to-search" isCurrent={current === 'search'}>
        <Icon name="search" size={16} />
        {library.searchTitle}
      </Link>
      <h2 id="shelves-title">{library.shelves}</h2>
      <ul>
        {shelves.map((shelf) => (
          <li key={shelf.id}>
            <Link to={`library/shelves/${String(shelf.id)}`} isCurrent={current === String(shelf.id)}>
              <Icon name={shelf.access === 'PUBLIC' ? 'globe' : 'lock'} size={16} />
              <span class="shelf-name">{shelfName(shelf)}</span>
              <span class="hidden-label">
                {shelf.access === 'PUBLIC' ? library.public : library.private}, {library.volumes(shelf.volumeCount)}
              </span>
              <span class="count" aria-hidden="true">
                {number(shelf.volumeCount)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <button type="button" class="button button-quiet" onClick={() => setMaking(true)}>
        <Icon name="add" size={18} />
        {library.newShelf}
      </button>
      {isMaking && (
        <NewShelfDialog
          onClose={() => setMaking(false)}
          onMade={({ id }) => {
            setMaking(false);
            onChange();
            navigate(`library/shelves/${String(id)}`);
          }}
        />
      )}
    </nav>
  );
}
