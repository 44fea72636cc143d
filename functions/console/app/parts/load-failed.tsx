import type { JSX } from 'preact';
import { explain } from '../words/explain.ts';
import { words } from '../words/words.ts';

/** A part of a page that could not be fetched, with a way to try again. */
export const LoadFailed = ({ error, retry }: { readonly error: unknown; readonly retry: () => void }): JSX.Element => (
  <div class="load-failed" role="alert">
    <p>{explain(error)}</p>
    <button type="button" class="button" onClick={retry}>
      {words.common.tryAgain}
    </button>
  </div>
);
