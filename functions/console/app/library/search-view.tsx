import type { JSX } from 'preact';
import { LoadFailed } from '../parts/load-failed.tsx';
import { useLoad } from '../parts/use-load.ts';
import { Link } from '../route/link.tsx';
import { navigate } from '../route/route.ts';
import { words } from '../words/words.ts';
import { PAGE_SIZE, searchVolumes, type Search, type Shelf, type Volume, type VolumePage } from './books.ts';
import { Cover } from './cover.tsx';
import { authorsOf, number, publishedOn, titleOf } from './names.ts';
import { snippetParts } from './plain-text.ts';
import { SearchForm } from './search-form.tsx';
import { ShelfMenu } from './shelf-menu.tsx';

function readSearch(query: URLSearchParams): Search {
  const text = (name: string): string => query.get(name) ?? '';
  const start = Number(text('start'));
  return {
    q: text('q'),
    kind: text('kind') || 'ALL',
    reading: text('reading'),
    language: text('language'),
    order: text('order') || 'relevance',
    isMine: text('mine') === '1',
    start: Number.isSafeInteger(start) && start > 0 ? start : 0,
  };
}

const given = (text: string, usual = ''): string | undefined => (text === usual ? undefined : text);

function showSearch({ q, kind, reading, language, order, isMine, start }: Search): void {
  navigate('library', {
    q: given(q),
    kind: given(kind, 'ALL'),
    reading: given(reading),
    language: given(language),
    order: given(order, 'relevance'),
    mine: isMine ? '1' : undefined,
    start: start === 0 ? undefined : String(start),
  });
}

const Snippet = ({ volume }: { readonly volume: Volume }): JSX.Element | null => {
  const { textSnippet } = volume.searchInfo ?? {};
  if (textSnippet === undefined) return null;
  return (
    <p class="snippet">
      {snippetParts(textSnippet).map(({ text, isHit }, index) => (isHit ? <mark key={index}>{text}</mark> : text))}
    </p>
  );
};

interface ResultProps {
  readonly volume: Volume;
  readonly shelves: readonly Shelf[];
  readonly onShelved: () => void;
}

const Result = ({ volume, shelves, onShelved }: ResultProps): JSX.Element => {
  const { volumeInfo: info } = volume;
  return (
    <li class="volume">
      <Cover info={info} />
      <div class="volume-text">
        <h2>
          <Link to={`library/volumes/${encodeURIComponent(volume.id)}`}>{titleOf(info)}</Link>
        </h2>
        <p class="muted">
          {[authorsOf(info), ...(info.publishedDate === undefined ? [] : [publishedOn(info.publishedDate)])].join(
            ' · ',
          )}
        </p>
        <Snippet volume={volume} />
        <ShelfMenu volume={volume} shelves={shelves} onChange={onShelved} />
      </div>
    </li>
  );
};

interface PagerProps {
  readonly search: Search;
  readonly page: VolumePage;
}

const Pager = ({ search, page }: PagerProps): JSX.Element => {
  const { items = [], totalItems } = page;
  const to = search.start + items.length;
  const { library } = words;
  return (
    <nav class="pager" aria-label={library.searchTitle}>
      <p role="status">
        {totalItems === 1
          ? library.oneResult
          : library.results(number(search.start + 1), number(to), number(totalItems))}
      </p>
      <button
        type="button"
        class="button"
        disabled={search.start === 0}
        onClick={() => showSearch({ ...search, start: Math.max(0, search.start - PAGE_SIZE) })}
      >
        {library.previous}
      </button>
      <button
        type="button"
        class="button"
        disabled={to >= totalItems}
        onClick={() => showSearch({ ...search, start: to })}
      >
        {library.next}
      </button>
    </nav>
  );
};

export interface SearchViewProps {
  readonly query: URLSearchParams;
  readonly shelves: readonly Shelf[];
  readonly onShelved: () => void;
}

export function SearchView({ query, shelves, onShelved }: SearchViewProps): JSX.Element {
  const { library } = words;
  const search = readSearch(query);
  const { value, error, isLoading, reload } = useLoad(
    (signal) => (search.q === '' ? Promise.resolve(undefined) : searchVolumes(search, signal)),
    [query.toString()],
  );
  const items = value?.items ?? [];
  return (
    <section aria-labelledby="search-title">
      <h1 id="search-title">{library.searchTitle}</h1>
      <SearchForm search={search} onSearch={showSearch} />
      <div aria-busy={isLoading}>
        {error !== undefined && <LoadFailed error={error} retry={reload} />}
        {search.q === '' && <p class="hint">{library.start}</p>}
        {search.q !== '' && value === undefined && isLoading && <p class="waiting">{words.common.loading}</p>}
        {search.q !== '' && value !== undefined && items.length === 0 && !isLoading && (
          <div class="nothing" role="status">
            <h2>{library.noneTitle}</h2>
            <p>{library.none}</p>
          </div>
        )}
        {search.q !== '' && value !== undefined && items.length > 0 && (
          <>
            <ul class="volumes">
              {items.map((volume) => (
                <Result key={volume.id} volume={volume} shelves={shelves} onShelved={onShelved} />
              ))}
            </ul>
            <Pager search={search} page={value} />
          </>
        )}
      </div>
    </section>
  );
}
