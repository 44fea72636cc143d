import { describe, expect, test } from '@jest/globals';
import { hashTag, isUnchanged, listTag, parseTags, requireMatch } from '#lib/api/etag';

describe('preconditions', () => {
  test.each([
    ['"a"', ['"a"']],
    ['W/"a", "b"', ['"a"', '"b"']],
    ['*', ['*']],
    ['"with, comma"', ['"with, comma"']],
    [undefined, []],
  ])('%s names the tags %j', (header, tags) => {
    expect(parseTags(header)).toEqual(tags);
  });

  test.each([['"a"'], ['*'], ['"x", W/"a"'], ['a'], [undefined]])('If-Match %s lets a write of "a" pass', (header) => {
    expect(() => {
      requireMatch({ ifMatch: parseTags(header), ifNoneMatch: [] }, '"a"');
    }).not.toThrow();
  });

  test('a stale If-Match is a 412 that names the header', () => {
    expect(() => {
      requireMatch({ ifMatch: ['"b"'], ifNoneMatch: [] }, '"a"');
    }).toThrow(expect.objectContaining({ code: 412, reason: 'conditionNotMet' }));
  });

  test('a write with If-None-Match of the current tag is a 412', () => {
    expect(() => {
      requireMatch({ ifMatch: [], ifNoneMatch: ['"a"'] }, '"a"');
    }).toThrow(expect.objectContaining({ code: 412 }));
  });

  test('a read is unchanged when a tag matches, or any will do', () => {
    const unchanged = (header: string) => isUnchanged({ ifMatch: [], ifNoneMatch: parseTags(header) }, '"a"');

    expect([unchanged('"a"'), unchanged('*'), unchanged('"b"')]).toEqual([true, true, false]);
  });

  test('the tag of a resource is the same in whatever order the database gives its fields', () => {
    expect(hashTag({ id: 'a', reminders: [{ method: 'popup', minutes: 30 }] })).toBe(
      hashTag({ reminders: [{ minutes: 30, method: 'popup' }], id: 'a' }),
    );
    expect(hashTag({ id: 'a', reminders: [{ method: 'popup', minutes: 30 }] })).not.toBe(
      hashTag({ id: 'a', reminders: [{ method: 'popup', minutes: 10 }] }),
    );
  });

  test('the tag of a list moves with what it says, and with the ids, tags and order of its rows', () => {
    const rows = [
      { id: 'a', etag: '"1"' },
      { id: 'b', etag: '"2"' },
    ];
    const tags = [
      listTag('head', rows),
      listTag('heads', rows),
      listTag('head', rows.toReversed()),
      listTag('head', rows.slice(1)),
      listTag('head', [{ id: 'a', etag: '"3"' }, ...rows.slice(1)]),
      listTag('head', [{ id: 'c', etag: '"1"' }, ...rows.slice(1)]),
    ];

    expect(new Set(tags).size).toBe(tags.length);
    expect(tags).toEqual(tags.map(() => expect.stringMatching(/^"p[0-9a-v]{15}"$/)));
    expect(listTag('head', [...rows])).toBe(tags[0]);
  });
});
