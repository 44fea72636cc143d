import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { generatedFiles } from '#functions/generated-files';

const files = generatedFiles();

test('the routes, three discovery documents, OpenAPI, the page and functions/README.md follow from the declarations', () => {
  expect([...files.keys()]).toEqual([
    'functions/http.yml',
    'functions/discovery/documents/calendar.v3.json',
    'functions/discovery/documents/books.v1.json',
    'functions/discovery/documents/doubleclicksearch.v2.json',
    'functions/discovery/documents/openapi.json',
    'functions/discovery/page/index.html',
    'functions/README.md',
  ]);
});

test.each([...files])('%s is what `npm run generate` writes', (path, content) => {
  expect(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')).toBe(content);
});
