/** What everybody gets of one person's things, asked through every operation that names something by an id. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { catalog } from '#functions/catalog';
import { openIssuer } from '#lib/local/sign-in/issuer';
import { useGuests } from '#test/support/calendar/use-guests';
import { declaredOperations } from '#test/tools/fuzz/declared';
import { collideIds } from '#test/tools/isolation/colliding-ids';
import { EXPECTATIONS, WITHOUT_IDS } from '#test/tools/isolation/expectations';
import { hasIds } from '#test/tools/isolation/requests';
import { askAsEveryCaller, type Isolation } from '#test/tools/isolation/table';
import { sendToHandlers } from '#test/tools/shared/request-sender';

const guests = useGuests();
let found: Isolation;

beforeAll(async () => {
  const { sign } = await openIssuer(process.env['ALMANAC_TEST_DATA'] ?? '');
  found = await askAsEveryCaller(sendToHandlers(), sign);
});

test('every operation of the catalogue is in the table, or names nothing', () => {
  expect(new Set([...Object.keys(EXPECTATIONS), ...WITHOUT_IDS])).toEqual(new Set(catalog.map(({ id }) => id)));
  expect(
    declaredOperations
      .filter((operation) => !hasIds(operation))
      .map(({ id }) => id)
      .sort(),
  ).toEqual([...WITHOUT_IDS].sort());
});

describe('owner, colleague, outsider, API key, narrower scope, access just revoked', () => {
  test.each(Object.entries(EXPECTATIONS))('%s', (operation, expected) => {
    expect(found.rows.get(operation)).toEqual(expected);
  });
});

test('no answer to anybody else holds a text of the owner', () => {
  expect(found.leaks).toEqual([]);
});

test('nobody can tell the ids of others from ids that nothing has', () => {
  expect(found.distinguishable).toEqual([]);
});

test('what the owner has is the same after everybody has tried to change it', () => {
  expect(found.after).toEqual(found.before);
  expect(found.before.length).toBeGreaterThan(5);
});

test("nobody changes the copies of a meeting by events of the same id, in calendars of one's own", async () => {
  expect(await collideIds(guests, 6, 20_260_314)).toEqual([]);
});
