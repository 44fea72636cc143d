import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { InputField } from '../parts/input-field.tsx';
import { showToast } from '../parts/toast.tsx';
import { useStore } from '../state/store.ts';
import { words } from '../words/words.ts';
import { columnSets } from './kept.ts';

export interface ColumnSetsProps {
  readonly type: string;
  readonly columns: readonly string[];
  readonly onUse: (columns: readonly string[]) => void;
}

/** Columns under a name, to be used again. */
export function ColumnSets({ type, columns, onUse }: ColumnSetsProps): JSX.Element {
  const { reports } = words;
  const [name, setName] = useState('');
  const sets = useStore(columnSets).filter((set) => set.type === type);
  const save = (): void => {
    const trimmed = name.trim();
    if (trimmed === '') return;
    columnSets.update((all) => [
      { name: trimmed, type, columns },
      ...all.filter((set) => set.name !== trimmed || set.type !== type),
    ]);
    setName('');
    showToast({ text: reports.setSaved(trimmed) });
  };
  return (
    <fieldset class="column-sets">
      <legend>{reports.sets}</legend>
      <ul>
        {sets.map((set) => (
          <li key={set.name}>
            <button type="button" class="button button-quiet" onClick={() => onUse(set.columns)}>
              {set.name}
            </button>
            <button
              type="button"
              class="icon-button"
              aria-label={reports.removeSet(set.name)}
              onClick={() => columnSets.update((all) => all.filter((one) => one !== set))}
            >
              <Icon name="trash" size={16} />
            </button>
          </li>
        ))}
      </ul>
      <div class="row">
        <InputField
          label={reports.setName}
          value={name}
          maxLength={100}
          onInput={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            save();
          }}
        />
        <button type="button" class="button" disabled={name.trim() === '' || columns.length === 0} onClick={save}>
          {reports.saveSet}
        </button>
      </div>
    </fieldset>
  );
}
