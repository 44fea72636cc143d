import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Check } from '../parts/check.tsx';
import { Field } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { words } from '../words/words.ts';
import type { Search } from './books.ts';
import { languageName } from './names.ts';

const LANGUAGES = ['de', 'en', 'es', 'fr', 'it', 'ja', 'la', 'nl', 'pl', 'pt', 'ru', 'zh'];

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
  // Before anybody can type into it.
  useLayoutEffect(() => {
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
        <SelectField
          label={library.kind}
          value={search.kind}
          options={Object.entries(library.kinds)}
          onChange={(kind) => ask({ kind })}
        />
        <SelectField
          label={library.reading}
          value={search.reading}
          options={Object.entries(library.readings)}
          onChange={(reading) => ask({ reading })}
        />
        <SelectField
          label={library.language}
          value={search.language}
          options={[['', library.anyLanguage], ...LANGUAGES.map((code) => [code, languageName(code)] as const)]}
          onChange={(language) => ask({ language })}
        />
        <SelectField
          label={library.order}
          value={search.order}
          options={Object.entries(library.orders)}
          onChange={(order) => ask({ order })}
        />
        <Check
          label={library.onlyMine}
          isChecked={search.isMine}
          onChange={(isChecked) => ask({ isMine: isChecked })}
        />
      </fieldset>
      <Grammar onUse={(q) => ask({ q })} />
    </form>
  );
}
