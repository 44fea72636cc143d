import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { writeBulk } from '#lib/stores/opensearch/bulk';
import { type StandIn, standInDomain } from '#test/support/opensearch/stand-in';

const INDEX = 'books-1';
const TARGET = { target: INDEX, isAlias: false };

let opened: StandIn;
beforeAll(async () => {
  opened = await standInDomain();
});
beforeEach(async () => {
  Object.assign(opened, { fault: undefined, itemFault: undefined });
  if (opened.indices.has(INDEX)) await opened.domain.send('DELETE', `/${INDEX}`);
  const mappings = { dynamic: 'strict', properties: { title: { type: 'keyword' } } };
  await opened.domain.send('PUT', `/${INDEX}`, { body: { mappings } });
});
afterAll(() => opened.stop());

const put = (id: string, title = id) => ({ id, document: { title } });
const written = (): string[] => [...(opened.indices.get(INDEX)?.written.keys() ?? [])].toSorted();
const bulksSince = (before: number): number =>
  opened.requests.slice(before).filter((request) => request.endsWith('/_bulk')).length;

test('documents are written and removed, and one that is gone already is no fault', async () => {
  await writeBulk(opened.domain, TARGET, [put('a'), put('b')]);
  await writeBulk(opened.domain, TARGET, [
    { id: 'a', document: undefined },
    { id: 'never', document: undefined },
    put('c'),
  ]);

  expect(written()).toEqual(['b', 'c']);
});

test('of a request that was taken in part, only the rest is sent again', async () => {
  const tries = new Map<string, number>();
  opened.itemFault = (id) => {
    const count = (tries.get(id) ?? 0) + 1;
    tries.set(id, count);
    return { b: count < 3 ? 429 : undefined, c: count < 2 ? 503 : undefined }[id];
  };
  const before = opened.requests.length;

  await writeBulk(
    opened.domain,
    TARGET,
    ['a', 'b', 'c', 'd'].map((id) => put(id)),
  );

  expect(written()).toEqual(['a', 'b', 'c', 'd']);
  expect(Object.fromEntries(tries)).toEqual({ a: 1, b: 3, c: 2, d: 1 });
  expect(bulksSince(before)).toBe(3);
});

test('a document that the domain will never take is an error that names it, and is not sent again', async () => {
  const before = opened.requests.length;
  const unmapped = { id: 'x', document: { unknown: 1 } };

  await expect(writeBulk(opened.domain, TARGET, [put('a'), unmapped])).rejects.toThrow(
    'OpenSearch did not take x: 400',
  );
  expect(bulksSince(before)).toBe(1);
});

test('a domain that stays too busy is given up, with the number of what is not in', async () => {
  opened.itemFault = (id) => (id === 'a' ? undefined : 429);

  await expect(writeBulk(opened.domain, TARGET, [put('a'), put('b'), put('c')])).rejects.toThrow('for 2 documents');
});

test('what is too much for one request goes in several', async () => {
  const before = opened.requests.length;

  await writeBulk(
    opened.domain,
    TARGET,
    ['a', 'b', 'c'].map((id) => put(id, id.repeat(2_400_000))),
  );

  expect(written()).toEqual(['a', 'b', 'c']);
  expect(bulksSince(before)).toBe(2);
});

test('nothing to write sends nothing, and an alias that is not there is not made into an index', async () => {
  const before = opened.requests.length;
  await writeBulk(opened.domain, TARGET, []);
  expect(bulksSince(before)).toBe(0);

  await expect(writeBulk(opened.domain, { target: 'books', isAlias: true }, [put('a')])).rejects.toThrow('404');
  expect([...opened.indices.keys()]).toEqual([INDEX]);
});
