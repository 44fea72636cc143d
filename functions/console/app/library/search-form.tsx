import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Field } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { words } from '../words/words.ts';
import type { Search } from './books.ts';
import { languageName } from './names.ts';

const LANGUAGES = ['de', 'en', 'es', 'fr', 'it', 'ja', 'la', 'nl', 'pl', 'pt', 'ru', 'zh'];

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChange: (value: string) => void;
}

const Choice = ({ label, value, options, onChange }: ChoiceProps): JSX.Element => (
  <Field label={label}>
    {(props) => (
      <select {...props} class="input" value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    )}
  </Field>
);

const Grammar = ({ onUse }: { readonly onUse: (example: string) => void }): JSX.Element => (
  <details class="grammar">
    <summary>{words.library.grammar}</summary>
    <dl>
      {words.library.grammarLines.map(({ example, meaning }) => (
        <div key={example}>
          <dt>
            <button type="button" class="example" onClick={() => onUse(example)}>
              {example}
            </button>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  </details>
);

export interface SearchFormProps {
  readonly search: Search;
  readonly onSearch: (search: Search) => void;
}

export function SearchForm({ search, onSearch }: SearchFormProps): JSX.Element {
  const { library } = words;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current !== null) field.current.value = search.q;
  }, [search.q]);
  const ask = (change: Partial<Search> = {}): void => {
    onSearch({ ...search, q: field.current?.value.trim() ?? '', start: 0, ...change });
  };
  return (
    <form
      class="search-form"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <div class="search-line">
        <Field label={library.query} isLabelHidden>
          {(props) => (
            <input
              {...props}
              ref={field}
              class="input"
              type="search"
              name="q"
              autoComplete="off"
              placeholder={library.queryExample}
            />
          )}
        </Field>
        <button type="submit" class="button button-main">
          <Icon name="search" size={18} />
          {library.find}
        </button>
      </div>
      <fieldset class="filters">
        <legend class="hidden-label">{library.filters}</legend>
        <Choice
          label={library.kind}
          value={search.kind}
          options={Object.entries(library.kinds)}
          onChange={(kind) => ask({ kind })}
        />
        <Choice
          label={library.reading}
          value={search.reading}
          options={Object.entries(library.readings)}
          onChange={(reading) => ask({ reading })}
        />
        <Choice
          label={library.language}
          value={search.language}
          options={[['', library.anyLanguage], ...LANGUAGES.map((code) => [code, languageName(code)] as const)]}
          onChange={(language) => ask({ language })}
        />
        <Choice
          label={library.order}
          value={search.order}
          options={Object.entries(library.orders)}
          onChange={(order) => ask({ order })}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={search.isMine}
            onChange={(event) => ask({ isMine: event.currentTarget.checked })}
          />
          {library.onlyMine}
        </label>
      </fieldset>
      <Grammar onUse={(q) => ask({ q })} />
    </form>
  );
}
