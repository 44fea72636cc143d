/** Page tokens: where a list continues. A token only works with the parameters of the first page. */
import { invalidPageToken } from '#lib/api/errors';
import { markOf, openToken, sealToken } from '#lib/api/token';

export interface PageState {
  /** Hash of the list's parameters. */
  readonly for: string;
  /** The last position already answered. */
  readonly after: string;
  /** The change counter when the first page was read; the sync token of the last page begins there. */
  readonly seq: number;
}

/** Hash of the parameters that must be the same on every page. */
export const markOfList = (
  of: string,
  { pageToken: _token, maxResults: _size, ...bound }: Readonly<Record<string, unknown>>,
): string => markOf([of, bound]);

export const sealPageToken = (state: PageState): string => sealToken('page', state);

export function openPageToken(token: string | undefined, mark: string): PageState | undefined {
  if (token === undefined) return undefined;
  const state = openToken<PageState>('page', token);
  if (state?.for !== mark || typeof state.after !== 'string' || !Number.isSafeInteger(state.seq))
    throw invalidPageToken();
  return state;
}
