import { describe, expect, test } from '@jest/globals';
import { discoveryDocument } from '#lib/api/documents/discovery';
import { media, type Operation, pending } from '#lib/api/operation';
import { object, resource, string } from '#lib/api/schema';
import {
  defineOperation,
  library,
  Loan,
  loansDelete,
  loansInsert,
  notesList,
  Reader,
} from '#test/support/http/library-service';

const SCOPE = 'https://www.googleapis.com/auth/books';
const ROOT = 'https://host.example/';

const documentOf = (...operations: Operation[]) => discoveryDocument(library, operations, ROOT);

/** A correct declaration, one thing of which each case gets wrong. */
const declaration = {
  id: 'books.loans.get',
  summary: 'Reads a loan.',
  route: 'GET /library/v9/loans/{id}',
  scopes: [SCOPE],
  cost: 1,
  path: { id: string('Which loan.') },
  query: {},
  returns: Loan,
  run: pending,
} as const;

describe('a discovery document', () => {
  test('introduces the service under the root URL it is asked for', () => {
    expect(documentOf(loansDelete)).toMatchObject({
      kind: 'discovery#restDescription',
      discoveryVersion: 'v1',
      id: 'books:v9',
      rootUrl: 'https://host.example/',
      servicePath: 'library/v9/',
      basePath: '/library/v9/',
      baseUrl: 'https://host.example/library/v9/',
      batchPath: 'batch/library',
      auth: { oauth2: { scopes: { [SCOPE]: { description: 'Lend and return' } } } },
      parameters: { prettyPrint: { type: 'boolean', description: 'Indented.', default: 'true', location: 'query' } },
    });
  });

  test('describes a method with everything a client needs to call it', () => {
    expect(documentOf(loansInsert).resources['loans']?.methods?.['insert']).toEqual({
      id: 'books.loans.insert',
      path: 'shelves/{shelf}/books/{book}/loans',
      httpMethod: 'POST',
      description: 'Lends a book.',
      parameters: {
        book: { type: 'string', description: 'Which book.', location: 'path', required: true },
        shelf: { type: 'string', description: 'Which shelf.', location: 'path', required: true },
        size: {
          type: 'integer',
          format: 'int32',
          description: 'Page length.',
          minimum: '1',
          maximum: '40',
          default: '10',
          location: 'query',
        },
        until: { type: 'string', description: 'Last day.', location: 'query', required: true },
        tags: { type: 'string', description: 'Words to remember it by.', location: 'query', repeated: true },
        mode: {
          type: 'string',
          description: 'Where it is read.',
          enum: ['home', 'room'],
          enumDescriptions: ['Taken home.', 'In the reading room.'],
          location: 'query',
        },
      },
      parameterOrder: ['shelf', 'book', 'until'],
      request: { $ref: 'Loan' },
      response: { $ref: 'Loan' },
      scopes: [SCOPE],
    });
  });

  test('nests groups within groups and marks lists that can be watched', () => {
    expect(documentOf(notesList, loansDelete).resources).toMatchObject({
      loans: {
        methods: { delete: { id: 'books.loans.delete' } },
        resources: { notes: { methods: { list: { id: 'books.loans.notes.list', supportsSubscription: true } } } },
      },
    });
  });

  test('names each resource once and refers to it everywhere else', () => {
    expect(documentOf(loansInsert, notesList).schemas).toEqual({
      Loan: {
        id: 'Loan',
        type: 'object',
        description: 'One book with one reader.',
        properties: {
          id: { type: 'string', description: 'Set by the library.', readOnly: true },
          reader: { $ref: 'Reader', description: 'Who has it.', annotations: { required: ['books.loans.insert'] } },
          days: { type: 'integer', format: 'int32', description: 'For how long.', minimum: '1', maximum: '28' },
          copies: {
            type: 'array',
            description: 'Which ones.',
            items: { type: 'string', description: 'Number of the copy.' },
          },
        },
      },
      Reader: {
        id: 'Reader',
        type: 'object',
        description: 'Somebody with a card.',
        properties: { name: { type: 'string', description: 'Full name.' } },
      },
    });
  });

  test("keeps a field's words and duties out of the resource behind it", () => {
    expect(documentOf(loansInsert).schemas['Reader']).toEqual({
      id: 'Reader',
      type: 'object',
      properties: { name: { type: 'string', description: 'Full name.' } },
    });
  });

  test('marks an answer that is a file', () => {
    const file = defineOperation({ ...declaration, returns: media() });

    const method = documentOf(file).resources['loans']?.methods?.['get'];

    expect(method).toMatchObject({ supportsMediaDownload: true, useMediaDownloadService: true });
    expect(method).not.toHaveProperty('response');
  });

  test('gives full and flat paths where the service has no path of its own', () => {
    const document = discoveryDocument({ ...library, servicePath: '' }, [loansDelete], ROOT);

    expect(document).toMatchObject({ basePath: '', baseUrl: ROOT });
    expect(document.resources['loans']?.methods?.['delete']).toMatchObject({
      path: 'library/v9/loans/{id}',
      flatPath: 'library/v9/loans/{id}',
    });
  });

  test('leaves out what belongs to other services', () => {
    const elsewhere = { ...loansDelete, id: 'calendar.loans.delete' };

    expect(documentOf(elsewhere, notesList).resources['loans']).not.toHaveProperty('methods');
  });
});

describe('a declaration that contradicts itself stops the generator with its name', () => {
  test.each([
    [
      'a path outside the service',
      defineOperation({ ...declaration, route: 'GET /elsewhere/{id}' }),
      /^books\.loans\.get: its path is outside library\/v9\/$/,
    ],
    [
      'a scope the service does not know',
      defineOperation({ ...declaration, scopes: ['nobody'] }),
      /^books\.loans\.get: nobody is not among the scopes/,
    ],
    [
      'a path parameter that is not declared',
      defineOperation({ ...declaration, path: {} }),
      /^books\.loans\.get: id must be both in the path and declared$/,
    ],
    [
      'an answer without a name',
      defineOperation({ ...declaration, returns: object('Nameless.', {}) }),
      /^books\.loans\.get: a body or an answer must be a named resource$/,
    ],
  ])('%s', (_, operation, message) => {
    expect(() => documentOf(operation)).toThrow(message);
  });

  test('one name for two resources', () => {
    const other = resource('Reader', 'Another one.', { card: string('Number.') });

    expect(() => documentOf(notesList, defineOperation({ ...declaration, returns: other }))).toThrow(
      /^books\.loans\.get: 'Reader' names two different resources$/,
    );
    expect(() => documentOf(notesList, defineOperation({ ...declaration, returns: Reader }))).not.toThrow();
  });
});
