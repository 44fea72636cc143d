/** The library: the catalogue, pages of volumes, and the reader's shelves. */
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { LoadFailed } from '../parts/load-failed.tsx';
import { Message } from '../parts/message.tsx';
import { useLoad } from '../parts/use-load.ts';
import { Link } from '../route/link.tsx';
import type { Route } from '../route/route.ts';
import { settings } from '../state/settings.ts';
import { words } from '../words/words.ts';
import { listShelves, type Shelf } from './books.ts';
import { ImportDialog } from './import-dialog.tsx';
import { SearchView } from './search-view.tsx';
import { ShelfList } from './shelf-list.tsx';
import { ShelfView } from './shelf-view.tsx';
import { VolumeView } from './volume-view.tsx';

interface ViewProps {
  readonly route: Route;
  readonly shelves: readonly Shelf[];
  readonly onShelved: () => void;
}

function View({ route, shelves, onShelved }: ViewProps): JSX.Element {
  const [what, id = ''] = route.rest.split('/');
  if (what === 'volumes') return <VolumeView id={decodeURIComponent(id)} shelves={shelves} onShelved={onShelved} />;
  if (what !== 'shelves') return <SearchView query={route.query} shelves={shelves} onShelved={onShelved} />;
  const shelf = shelves.find((one) => String(one.id) === id);
  if (shelf !== undefined) return <ShelfView key={shelf.id} shelf={shelf} onChange={onShelved} />;
  return shelves.length === 0 ? (
    <p class="waiting">{words.common.loading}</p>
  ) : (
    <Message icon="library" title={words.library.missingShelfTitle}>
      <Link to="library" class="button">
        {words.library.back}
      </Link>
    </Message>
  );
}

export function Page({ route }: { readonly route: Route }): JSX.Element {
  const { value: shelves = [], error, reload } = useLoad((signal) => listShelves(signal), []);
  const [isImporting, setImporting] = useState(false);
  const [what = '', id = ''] = route.rest.split('/');
  const current = what === '' ? 'search' : what === 'shelves' ? id : '';
  return (
    <div class="page library">
      <aside class="library-side">
        {error === undefined ? (
          <ShelfList shelves={shelves} current={current} onChange={reload} />
        ) : (
          <LoadFailed error={error} retry={reload} />
        )}
        {settings.isLocal ? (
          <button type="button" class="button button-quiet" onClick={() => setImporting(true)}>
            <Icon name="upload" size={18} />
            {words.library.import}
          </button>
        ) : (
          <p class="muted">{words.library.importElsewhere}</p>
        )}
      </aside>
      <div class="library-main">
        <View route={route} shelves={shelves} onShelved={reload} />
      </div>
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </div>
  );
}
