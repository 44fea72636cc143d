import { describe, expect, test } from '@jest/globals';
import { parseFields, selectFields } from '#lib/api/fields';
import { array, object, record, resource, string } from '#lib/api/schema';

const ListSchema = resource('List', '', {
  kind: string(''),
  nextPageToken: string(''),
  items: array(
    '',
    resource('Item', '', {
      id: string(''),
      start: object('', { dateTime: string(''), timeZone: string('') }),
      properties: object('', { private: record('', string('')) }),
    }),
  ),
});
const LIST = {
  kind: 'list',
  nextPageToken: 'next',
  items: [
    { id: 'a', start: { dateTime: '1', timeZone: 'UTC' }, properties: { private: { foo: '1', bar: '2' } } },
    { id: 'b', start: { dateTime: '2', timeZone: 'UTC' } },
  ],
};

const select = (text: string): unknown => {
  const selection = parseFields(text, ListSchema);
  return selection === 'nothing' ? {} : selectFields(LIST, selection);
};

describe('fields', () => {
  test.each([
    ['kind', { kind: 'list' }],
    [
      'items(id,start/dateTime),nextPageToken',
      {
        nextPageToken: 'next',
        items: [
          { id: 'a', start: { dateTime: '1' } },
          { id: 'b', start: { dateTime: '2' } },
        ],
      },
    ],
    ['items/id', { items: [{ id: 'a' }, { id: 'b' }] }],
    ['items/start/timeZone', { items: [{ start: { timeZone: 'UTC' } }, { start: { timeZone: 'UTC' } }] }],
    [
      'items/id,items/start(dateTime)',
      {
        items: [
          { id: 'a', start: { dateTime: '1' } },
          { id: 'b', start: { dateTime: '2' } },
        ],
      },
    ],
    ['items,items/id', { items: LIST.items }],
    ['items/properties/private/foo', { items: [{ properties: { private: { foo: '1' } } }, {}] }],
    ['*', LIST],
    ['items/*/dateTime', { items: [{ start: { dateTime: '1' }, properties: {} }, { start: { dateTime: '2' } }] }],
    [' kind , nextPageToken ', { kind: 'list', nextPageToken: 'next' }],
    ['', {}],
  ])('%s', (text, expected) => {
    expect(select(text)).toEqual(expected);
  });

  test.each([
    'items(bogus)',
    'bogus',
    'kind/inner',
    'items(id',
    'items)id',
    'items()',
    ',kind',
    'kind,',
    'items//id',
    '(kind)',
    '/',
    'constructor',
    'items/toString',
    '__proto__',
    `${'items('.repeat(100)}id${')'.repeat(100)}`,
  ])('400 for %s', (text) => {
    expect(() => select(text)).toThrow(expect.objectContaining({ code: 400, reason: 'invalidParameter' }));
  });
});
