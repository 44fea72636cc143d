import { describe, expect, test } from '@jest/globals';
import { operationTable, withTable } from '#lib/api/documents/readme-table';
import { library, loansInsert, notesList } from '#test/support/http/library-service';

describe('the operation table', () => {
  test('has a row for each operation, with what it costs and whether it is served', () => {
    expect(operationTable([library], [loansInsert, notesList])).toBe(
      [
        '### books v9: 2 operations',
        '',
        '| operation | verb and path | any one of | cost | state |',
        '|---|---|---|---|---|',
        '| loans.insert | `POST /library/v9/shelves/{shelf}/books/{book}/loans` | `books` | 1 | 501 |',
        '| loans.notes.list | `GET /library/v9/notes` | key `books` | 3 | served |',
      ].join('\n'),
    );
  });

  test('shortens scopes that begin with the name of the service', () => {
    const narrow = { ...notesList, scopes: ['https://www.googleapis.com/auth/books.notes.readonly'] };

    expect(operationTable([library], [narrow])).toContain('| key `.notes.readonly` |');
  });

  test('replaces what stands between the markers and nothing else', () => {
    const readme = 'before\n<!-- operations: written by npm run generate -->\nold\n<!-- /operations -->\nafter\n';

    expect(withTable(readme, 'operations', 'new')).toBe(
      'before\n<!-- operations: written by npm run generate -->\n\nnew\n\n<!-- /operations -->\nafter\n',
    );
  });

  test('refuses a text without markers', () => {
    expect(() => withTable('no markers', 'operations', 'table')).toThrow('<!-- /operations --> are missing');
  });
});
