/** A service small enough to write its documents out by hand. */
import { operationsOn, pending } from '#lib/api/operation';
import { array, as, boolean, integer, oneOf, optional, repeated, resource, string, withDefault } from '#lib/api/schema';
import type { ServiceDescription } from '#lib/api/service';

const defineOperation = operationsOn<object>();

export const library: ServiceDescription = {
  name: 'books',
  version: 'v9',
  revision: '20260101',
  title: 'Library',
  description: 'Loans.',
  servicePath: 'library/v9/',
  batchPath: 'batch/library',
  scopes: { 'https://www.googleapis.com/auth/books': 'Lend and return' },
  groups: { loans: 'What is lent.', 'loans.notes': 'What is said about it.' },
  systemParameters: { prettyPrint: withDefault(boolean('Indented.'), true) },
};

const scopes = Object.keys(library.scopes);

export const Reader = resource('Reader', 'Somebody with a card.', { name: string('Full name.') });

export const Loan = resource('Loan', 'One book with one reader.', {
  id: string('Set by the library.', { readOnly: true }),
  reader: as(Reader, 'Who has it.', { requiredBy: ['books.loans.insert'] }),
  days: integer('For how long.', { minimum: 1, maximum: 28 }),
  copies: array('Which ones.', string('Number of the copy.')),
});

export const loansInsert = defineOperation({
  id: 'books.loans.insert',
  summary: 'Lends a book.',
  route: 'POST /library/v9/shelves/{shelf}/books/{book}/loans',
  scopes,
  cost: 1,
  path: { book: string('Which book.'), shelf: string('Which shelf.') },
  query: {
    size: withDefault(integer('Page length.', { minimum: 1, maximum: 40 }), 10),
    until: string('Last day.'),
    tags: repeated(string('Words to remember it by.')),
    mode: optional(oneOf('Where it is read.', { home: 'Taken home.', room: 'In the reading room.' })),
  },
  body: Loan,
  returns: Loan,
  run: pending,
});

export const notesList = defineOperation({
  id: 'books.loans.notes.list',
  summary: 'Lists notes.',
  route: 'GET /library/v9/notes',
  scopes,
  cost: 3,
  access: 'key',
  path: {},
  query: {},
  watchable: true,
  returns: Reader,
  run: () => Promise.resolve({}),
});

export const loansDelete = defineOperation({
  id: 'books.loans.delete',
  summary: 'Takes a book back.',
  route: 'DELETE /library/v9/loans/{id}',
  scopes,
  cost: 1,
  path: { id: string('Which loan.') },
  query: {},
  run: () => Promise.resolve(undefined),
});

export { defineOperation };
