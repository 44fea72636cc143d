/** Addresses below `/console`: `/console/PAGE/REST?QUERY`. */
import { createStore } from '../state/store.ts';

export interface Route {
  /** `calendar` */
  readonly page: string;
  /** What follows the page, without a slash at its beginning. */
  readonly rest: string;
  readonly query: URLSearchParams;
}

const BASE = '/console';

function read(): Route {
  const [, , page = '', ...rest] = location.pathname.split('/');
  return { page: page || 'calendar', rest: rest.join('/'), query: new URLSearchParams(location.search) };
}

export const route = createStore<Route>(read());

globalThis.addEventListener('popstate', () => {
  route.set(read());
});

export type Query = Readonly<Record<string, string | undefined>>;

/** `hrefTo('library/volumes/x', { q: 'tea' })` */
export function hrefTo(path: string, query: Query = {}): string {
  const set = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const search = new URLSearchParams(set).toString();
  return `${BASE}/${path}${search === '' ? '' : `?${search}`}`;
}

/** Puts another address in the place of this one. */
export function replaceAddress(href: string): void {
  history.replaceState(null, '', href);
  route.set(read());
}

/** `replace` leaves the page before out of the browser's history. */
export function navigate(path: string, query?: Query, { replace = false } = {}): void {
  const href = hrefTo(path, query);
  if (href === location.pathname + location.search) return;
  if (replace) {
    replaceAddress(href);
    return;
  }
  history.pushState(null, '', href);
  route.set(read());
}
