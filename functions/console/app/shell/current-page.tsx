import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { loadCode } from '../api/load-code.ts';
import { Message } from '../parts/message.tsx';
import type { Route } from '../route/route.ts';
import { explain } from '../words/explain.ts';
import { words } from '../words/words.ts';
import { pageNamed, type PageComponent } from './pages.ts';

const loaded = new Map<string, PageComponent>();

/** The page of the address; its code comes when it is asked for. */
export function CurrentPage({ route }: { readonly route: Route }): JSX.Element {
  const [, setLoadedName] = useState('');
  const [failure, setFailure] = useState<unknown>();
  const [tries, setTries] = useState(0);
  const entry = pageNamed(route.page);
  useEffect(() => {
    setFailure(undefined);
    document.title = entry === undefined ? words.common.product : `${entry.label} · ${words.common.product}`;
    if (entry === undefined || loaded.has(entry.name)) return;
    loadCode(entry.load).then(
      ({ Page }) => {
        loaded.set(entry.name, Page);
        setLoadedName(entry.name);
      },
      (error: unknown) => {
        setFailure(error);
      },
    );
  }, [entry?.name, tries]);

  if (entry === undefined)
    return (
      <Message title={words.common.notFoundTitle}>
        <p>{words.common.notFound}</p>
      </Message>
    );
  if (failure !== undefined)
    return (
      <Message title={words.common.failedTitle}>
        <p>{explain(failure)}</p>
        <button
          type="button"
          class="button"
          onClick={() => (navigator.onLine ? location.reload() : setTries(tries + 1))}
        >
          {words.common.tryAgain}
        </button>
      </Message>
    );
  const Page = loaded.get(entry.name);
  return Page === undefined ? <p class="waiting">{words.common.loading}</p> : <Page route={route} />;
}
