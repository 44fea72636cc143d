/** Columns from the catalogue, with what they mean, and the order in which they stand. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { InputField } from '../parts/input-field.tsx';
import { words } from '../words/words.ts';
import type { DescribedReportColumn } from './catalogue.ts';

export interface ColumnPickerProps {
  readonly available: readonly DescribedReportColumn[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

const GROUPS = ['attribute', 'segment', 'metric'] as const;

const Choice = ({
  column,
  isChosen,
  onToggle,
}: {
  readonly column: DescribedReportColumn;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}): JSX.Element => (
  <li>
    <label class="column-choice">
      <input type="checkbox" checked={isChosen} onChange={onToggle} />
      <span class="column-name">{column.column}</span>
      <span class="column-meaning">
        {column.meaning}
        {column.unit === '' ? '' : ` (${column.unit})`}
      </span>
    </label>
  </li>
);

const Chosen = ({ chosen, onChange }: Omit<ColumnPickerProps, 'available'>): JSX.Element => (
  <ol class="chosen-columns" aria-label={words.reports.chosen}>
    {chosen.map((name, index) => (
      <li key={name}>
        <button
          type="button"
          class="icon-button chip-move"
          aria-label={words.reports.earlier(name)}
          disabled={index === 0}
          onClick={() => onChange(chosen.toSpliced(index, 1).toSpliced(index - 1, 0, name))}
        >
          <Icon name="back" size={14} />
        </button>
        {name}
        <button
          type="button"
          class="icon-button chip-move"
          aria-label={words.reports.takeOut(name)}
          onClick={() => onChange(chosen.toSpliced(index, 1))}
        >
          <Icon name="close" size={14} />
        </button>
      </li>
    ))}
  </ol>
);

export function ColumnPicker({ available, chosen, onChange }: ColumnPickerProps): JSX.Element {
  const { reports } = words;
  const [sought, setSought] = useState('');
  const wanted = sought.trim().toLowerCase();
  const found = available.filter(({ column, meaning }) => `${column} ${meaning}`.toLowerCase().includes(wanted));
  return (
    <fieldset class="columns">
      <legend>{reports.columns}</legend>
      <p class="muted" role="status">
        {reports.columnsChosen(chosen.length)}
      </p>
      <Chosen chosen={chosen} onChange={onChange} />
      <InputField
        label={reports.columnSearch}
        type="search"
        value={sought}
        onInput={(event) => setSought(event.currentTarget.value)}
      />
      <div class="column-list" role="group" aria-label={reports.columns} tabIndex={0}>
        {found.length === 0 && <p class="muted">{reports.noColumns}</p>}
        {GROUPS.map((group) => {
          const ofGroup = found.filter(({ behaviour }) => behaviour === group);
          return ofGroup.length === 0 ? null : (
            <section key={group}>
              <h2>{reports.groups[group]}</h2>
              <ul>
                {ofGroup.map((column) => (
                  <Choice
                    key={column.column}
                    column={column}
                    isChosen={chosen.includes(column.column)}
                    onToggle={() =>
                      onChange(
                        chosen.includes(column.column)
                          ? chosen.filter((name) => name !== column.column)
                          : [...chosen, column.column],
                      )
                    }
                  />
                ))}
              </ul>
            </section>
          );
        })}
      </div>
    </fieldset>
  );
}
