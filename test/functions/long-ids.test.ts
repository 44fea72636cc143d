/** Ids that are longer than any key of the database can be: there is nothing behind them, and nothing breaks. */
import { describe, expect, test } from '@jest/globals';
import { groups } from '#functions/catalog';
import { someone } from '#test/support/people';
import { token } from '#test/support/token';
import { declaredOperations } from '#test/tools/fuzz/declared';
import { sendToHandlers } from '#test/tools/shared/request-sender';

const send = sendToHandlers();
const LONG = {
  'many characters': 'x'.repeat(3000),
  'characters of many bytes': '😀'.repeat(600),
  'a little too long for a sort key': 'y'.repeat(1100),
};

const IDS_IN_QUERIES = ['volumeId', 'destination', 'newDataOwner', 'iCalUID', 'pageToken', 'syncToken'];

/** To look for what is not there, or to remove it, is no error. */
const SERVED = new Set(['calendar.events.list iCalUID', 'books.mylibrary.bookshelves.removeVolume volumeId']);

const cases = declaredOperations
  .filter(({ isPending }) => !isPending)
  .flatMap(({ id, method, template, parameters }) =>
    parameters
      .filter((parameter) => parameter.in === 'path' || IDS_IN_QUERIES.includes(parameter.name))
      .flatMap(({ name }) =>
        Object.entries(LONG).map(([kind, value]) => ({ id, method, template, name, kind, value })),
      ),
  );

test('every operation with an id in its path is here', () => {
  const withIds = groups
    .flatMap(({ operations }) => operations)
    .filter(({ path, isPending }) => Object.keys(path).length > 0 && !isPending);

  expect(cases.map(({ id }) => id)).toEqual(expect.arrayContaining(withIds.map(({ id }) => id)));
});

describe.each(cases)('$id with $kind as $name', ({ id, method, template, name, value }) => {
  test('is an id that nothing has', async () => {
    const url = template
      .split('/')
      .map((segment) =>
        segment === `{${name}}`
          ? encodeURIComponent(value)
          : segment === '{calendarId}'
            ? 'primary'
            : segment.startsWith('{')
              ? '0'
              : segment,
      )
      .join('/');
    const required = {
      startDate: '20260101',
      endDate: '20260102',
      startRow: '0',
      rowCount: '1',
      text: 'x',
      destination: 'primary',
      newDataOwner: 'a@example.com',
      volumeId: 'AAAAAAAAAAAA',
      volumePosition: '0',
    };
    const query = new URLSearchParams({
      ...required,
      ...(!template.includes(`{${name}}`) && { [name]: value }),
    }).toString();
    const { status } = await send({
      method,
      url: `${url}?${query}`,
      headers: { authorization: `Bearer ${await token(someone())}`, 'content-type': 'application/json' },
      body: '{}',
    });

    expect(SERVED.has(`${id} ${name}`) ? [200, 204] : [400, 403, 404]).toContain(status);
  });
});
