/** The scope of the books service, spelled once. */

export const MANAGE_BOOKS = 'https://www.googleapis.com/auth/books';

export const BOOKS_SCOPES: Readonly<Record<string, string>> = {
  [MANAGE_BOOKS]: 'Read the catalogue and manage your shelves',
};
