import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { loadCode } from '../api/load-code.ts';
import { Message } from '../parts/message.tsx';
import { useLoad } from '../parts/use-load.ts';
import type { Route } from '../route/route.ts';
import { explain } from '../words/explain.ts';
import { words } from '../words/words.ts';
import { pageNamed, type PageComponent, type PageEntry } from './pages.ts';

const loaded = new Map<string, PageComponent>();

async function load({ name, load: importPage }: PageEntry): Promise<void> {
  if (!loaded.has(name)) loaded.set(name, (await loadCode(importPage)).Page);
}

interface PlaceProps {
  readonly entry: PageEntry;
  readonly route: Route;
}

function PagePlace({ entry, route }: PlaceProps): JSX.Element {
  const { error, reload } = useLoad(() => load(entry), []);
  const Page = loaded.get(entry.name);
  if (Page !== undefined) return <Page route={route} />;
  if (error === undefined) return <p class="waiting">{words.common.loading}</p>;
  return (
    <Message title={words.common.failedTitle}>
      <p>{explain(error)}</p>
      <button
        type="button"
        class="button"
        onClick={() => {
          if (navigator.onLine) location.reload();
          else reload();
        }}
      >
        {words.common.tryAgain}
      </button>
    </Message>
  );
}

/** The page of the address; its code comes when it is asked for. */
export function CurrentPage({ route }: { readonly route: Route }): JSX.Element {
  const entry = pageNamed(route.page);
  useEffect(() => {
    document.title = entry === undefined ? words.common.product : `${entry.label} · ${words.common.product}`;
  }, [entry?.name]);

  if (entry === undefined)
    return (
      <Message title={words.common.notFoundTitle}>
        <p>{words.common.notFound}</p>
      </Message>
    );
  return <PagePlace key={entry.name} entry={entry} route={route} />;
}
