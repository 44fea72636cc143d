/** Readers with shelves, in a library of their own. */
import type { ErrorBody } from '#test/support/ask';
import { someone } from '#test/support/people';
import { idOf } from './catalogue.ts';
import type { Library } from './library.ts';

export interface Shelf {
  readonly id: number;
  readonly title: string;
  readonly access: string;
  readonly selfLink: string;
  readonly created: string;
  readonly updated: string;
  readonly volumesLastUpdated: string;
  readonly volumeCount: number;
}
export interface Volumes {
  readonly totalItems: number;
  readonly items?: { readonly id: string }[];
}

export const MINE = '/books/v1/mylibrary/bookshelves';
export const PUBLIC = '/books/v1/users';

/** Somebody with shelves. */
export function readerOf(library: Library, as = someone()) {
  const write = (verb: string, shelf: number | string, parameters: Readonly<Record<string, string | number>> = {}) => {
    const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
    return library.ask<ErrorBody>('POST', `${MINE}/${String(shelf)}/${verb}?${query.join('&')}`, { as });
  };
  return {
    as,
    write,
    add: (shelf: number | string, key: string) => write('addVolume', shelf, { volumeId: idOf(key) }),
    remove: (shelf: number | string, key: string) => write('removeVolume', shelf, { volumeId: idOf(key) }),
    move: (shelf: number | string, key: string, volumePosition: number) =>
      write('moveVolume', shelf, { volumeId: idOf(key), volumePosition }),
    clear: (shelf: number | string) => write('clearVolumes', shelf),
    /** The decimal id by which others know the reader. */
    userId: async () =>
      /\/users\/(\d{19,21})\/bookshelves\/0$/.exec(
        (await library.ask<Shelf>('GET', `${MINE}/0`, { as })).body.selfLink,
      )?.[1] ?? '',
    shelf: async (shelf: number) => (await library.ask<Shelf>('GET', `${MINE}/${String(shelf)}`, { as })).body,
    volumes: async (shelf: number | string, query = '') =>
      (await library.ask<Volumes>('GET', `${MINE}/${String(shelf)}/volumes?${query}`, { as })).body,
    order: async (shelf: number) => {
      const { body } = await library.ask<Volumes>('GET', `${MINE}/${String(shelf)}/volumes?maxResults=100`, { as });
      return (body.items ?? []).map(({ id }) => id);
    },
  };
}
