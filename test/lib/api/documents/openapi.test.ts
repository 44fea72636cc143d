import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { catalog, groups } from '#functions/catalog';
import { openApiDocument } from '#lib/api/documents/openapi';
import { media, pending } from '#lib/api/operation';
import { string } from '#lib/api/schema';
import { defineOperation, library, loansDelete, loansInsert, notesList } from '#test/support/http/library-service';

const documentOf = (...operations: Parameters<typeof openApiDocument>[1]) =>
  openApiDocument([library], operations, 'https://host.example/');
const INSERT = '/library/v9/shelves/{shelf}/books/{book}/loans';

describe('the OpenAPI document that is served', () => {
  const text = readFileSync(new URL('../../../../functions/discovery/documents/openapi.json', import.meta.url), 'utf8');

  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();

    const { valid, errors } = await validator.validate(JSON.parse(text) as Record<string, unknown>);

    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  test('holds every operation of the catalogue once, and a tag for each group', () => {
    const { paths, tags } = JSON.parse(text) as {
      paths: Record<string, Record<string, { operationId: string; tags: string[] }>>;
      tags: { name: string }[];
    };
    const operations = Object.values(paths).flatMap((path) => Object.values(path));

    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(catalog.map(({ id }) => id).toSorted());
    expect(tags).toHaveLength(groups.length);
    expect(new Set(operations.flatMap((operation) => operation.tags))).toEqual(new Set(tags.map(({ name }) => name)));
  });

  test('refers to nothing that it does not hold', () => {
    const { components } = JSON.parse(text) as { components: Record<string, Record<string, unknown>> };
    const references = [...text.matchAll(/"\$ref": "#\/components\/([^/"]+)\/([^"]+)"/g)];

    expect(references.length).toBeGreaterThan(500);
    expect(references.filter(([, kind = '', name = '']) => components[kind]?.[name] === undefined)).toEqual([]);
  });
});

describe('an OpenAPI operation', () => {
  test('carries parameters in their JSON types, the common ones by reference', () => {
    expect(documentOf(loansInsert).paths[INSERT]?.['post']).toMatchObject({
      operationId: 'books.loans.insert',
      tags: ['books.loans'],
      summary: 'Lends a book.',
      description: 'Needs any one of the scopes `books`. Costs 1 unit of quota.',
      parameters: [
        { name: 'book', in: 'path', required: true, schema: { type: 'string' } },
        { name: 'shelf', in: 'path', required: true, schema: { type: 'string' } },
        {
          name: 'size',
          in: 'query',
          schema: { type: 'integer', format: 'int32', minimum: 1, maximum: 40, default: 10 },
        },
        { name: 'until', in: 'query', required: true, schema: { type: 'string' } },
        { name: 'tags', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
        {
          name: 'mode',
          in: 'query',
          description: 'Where it is read.\n\n- `home`: Taken home.\n- `room`: In the reading room.',
          schema: { enum: ['home', 'room'] },
        },
        { $ref: '#/components/parameters/books.prettyPrint' },
      ],
      requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/books.Loan' } } } },
      responses: {
        200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/books.Loan' } } } },
        400: { $ref: '#/components/responses/BadRequest' },
        501: { $ref: '#/components/responses/NotImplemented' },
      },
      security: [{ token: [] }],
    });
  });

  test('takes a key where a key is enough, may be unchanged, and is not pending when it is served', () => {
    const list = documentOf(notesList).paths['/library/v9/notes']?.['get'];

    expect(list).toMatchObject({ security: [{ token: [] }, { key: [] }], responses: { 304: {} }, 'x-cost': 3 });
    expect(list).not.toHaveProperty('responses.501');
  });

  test('answers 204 when there is nothing to say, and a file when it is one', () => {
    const file = defineOperation({
      id: 'books.loans.get',
      summary: 'Prints a loan.',
      route: 'GET /library/v9/loans/{id}',
      scopes: loansDelete.scopes,
      cost: 1,
      path: { id: string('Which loan.') },
      query: {},
      returns: media(),
      run: pending,
    });

    expect(documentOf(loansDelete, file).paths['/library/v9/loans/{id}']).toMatchObject({
      delete: { responses: { 204: {} } },
      get: { responses: { 200: { content: { 'text/csv': {} } } } },
    });
  });

  test('of a group without a description stops the generator with its name', () => {
    expect(() => openApiDocument([{ ...library, groups: {} }], [loansDelete], 'https://host.example/')).toThrow(
      /^books\.loans\.delete: /,
    );
  });
});
