import { badRequest } from '#lib/api/errors';
import { array, integer, oneOf, record, resource, string } from '#lib/api/schema';
import { defineOperation, OPEN } from './operation.ts';

const ImportedFile = resource('ImportedFile', 'A file of books, or of shelves, purchases and ratings.', {
  name: string('Its name.'),
  content: string('Its bytes in base64.'),
});
const ImportLine = resource('ImportLine', 'What is to be said of one record.', {
  kind: oneOf('How grave it is.', {
    refused: 'The record was left out.',
    warning: 'It was taken, without something.',
    note: 'About the file as a whole.',
  }),
  position: integer('Its line, or its number in files without lines; 0 for the whole file.'),
  text: string('What is the matter.'),
});
const ImportReport = resource('ImportReport', 'What became of the records of a file.', {
  counts: record('How many records were `added`, `updated`, `unchanged`, `refused` and so on.', integer('A number.')),
  lines: array('The first thousand remarks, in the order of the file.', ImportLine),
});

export const importOperations = [
  defineOperation({
    ...OPEN,
    id: 'almanac.imports.books',
    summary: 'Brings a file into the catalogue, and tells what became of its records.',
    route: 'POST /_almanac/imports/books',
    path: {},
    query: {},
    body: ImportedFile,
    returns: ImportReport,
    run: async ({ body: { name = 'file', content = '' } }, { stores }) => {
      const bytes = Buffer.from(content, 'base64');
      if (bytes.length === 0) throw badRequest('required', 'The file is empty.');
      const { counts, lines } = await stores.importBooks({ name, bytes });
      return { counts: { ...counts }, lines: [...lines] };
    },
  }),
];
