/** Ids that are longer than any key of the database can be: there is nothing behind them, and nothing breaks. */
import { describe, expect, test } from '@jest/globals';
import { groups } from '#functions/catalog';
import { handlerDoor } from '#lib/proof/door';
import { declaredOperations } from '#lib/proof/fuzz/declared';
import { someone } from '#test/support/people';
import { token } from '#test/support/token';

const door = handlerDoor();
const LONG = { 'many characters': 'x'.repeat(3000), 'characters of many bytes': '😀'.repeat(600), 'a little too long for a sort key': 'y'.repeat(1100) };

const cases = declaredOperations
  .filter(({ isPending }) => !isPending)
  .flatMap(({ id, method, template, parameters }) =>
    parameters.filter((parameter) => parameter.in === 'path').flatMap(({ name }) => Object.entries(LONG).map(([kind, value]) => ({ id, method, template, name, kind, value }))),
  );

test('every operation with an id in its path is here', () => {
  const withIds = groups.flatMap(({ operations }) => operations).filter(({ path, isPending }) => Object.keys(path).length > 0 && !isPending);

  expect(new Set(cases.map(({ id }) => id))).toEqual(new Set(withIds.map(({ id }) => id)));
});

describe.each(cases)('$id with $kind as $name', ({ method, template, name, value }) => {
  test('is refused as an id that nothing has', async () => {
    const url = template
      .split('/')
      .map((segment) => (segment === `{${name}}` ? encodeURIComponent(value) : segment === '{calendarId}' ? 'primary' : segment.startsWith('{') ? '1' : segment))
      .join('/');
    const query = 'startDate=20260101&endDate=20260102&startRow=0&rowCount=1&text=x&destination=primary&newDataOwner=a@example.com&volumeId=AAAAAAAAAAAA&volumePosition=0';
    const { status } = await door({ method, url: `${url}?${query}`, headers: { authorization: `Bearer ${await token(someone())}`, 'content-type': 'application/json' }, body: '{}' });

    expect([400, 403, 404]).toContain(status);
  });
});
