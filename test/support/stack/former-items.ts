/** Items with every kind of value, as they were put into the databases of `test/lib/local/former-data`. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';

type Item = Record<string, AttributeValue>;

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

/** Ten maps, one in the other. */
const deepMap = Array.from({ length: 10 }).reduce<AttributeValue>((inner) => ({ M: { 'in.side': inner } }), {
  S: 'bottom',
});

const EVERY_KIND: Item = {
  pk: { S: 'kinds' },
  sk: { S: 'all#𝒜😀' },
  astral: { S: '😀 𝒜 \u{10FFFF} \uFFFD é e\u0301 אב' },
  controls: { S: '\u0000\u0001\n\r\t\u007F\u2028"\\/' },
  empty: { S: '' },
  'name with 😀.#: and a quote"': { S: 'x' },
  zero: { N: '0' },
  negative: { N: '-17' },
  decimal: { N: '0.1' },
  digits: { N: '12345678901234567890123456789012345678' },
  fraction: { N: '-1.2345678901234567890123456789012345678' },
  unsafe: { N: '9007199254740993' },
  large: { N: '9'.repeat(38) + '0'.repeat(88) },
  small: { N: `-0.${'0'.repeat(129)}1` },
  bytes: { B: bytes(0, 1, 127, 128, 255) },
  noBytes: { B: bytes() },
  strings: { SS: ['b', 'a', '😀'] },
  numbers: { NS: ['3', '-1.5', '12345678901234567890123456789012345678'] },
  binaries: { BS: [bytes(1), bytes(255, 0)] },
  list: { L: [{ S: '' }, { N: '1' }, { NULL: true }, { L: [] }, { M: {} }, { B: bytes(7) }, { BOOL: false }] },
  map: { M: { S: { N: '1' }, M: { L: [{ SS: ['x'] }] }, BOOL: { BOOL: true } } },
  emptyList: { L: [] },
  emptyMap: { M: {} },
  nothing: { NULL: true },
  yes: { BOOL: true },
  no: { BOOL: false },
  deep: deepMap,
  long: { S: 'ü'.repeat(1_000) },
};

const event = (id: number): Item => ({
  pk: { S: `calendar#${String(id % 2)}` },
  sk: { S: `event#${String(id)}` },
  timeKey: { S: `2026-01-${String(10 + id)}` },
  changeKey: { S: `change#${String(id)}` },
  uid: { S: `uid${String(id)}@example.com` },
  expires: { N: '4102444800' },
});

const volume = (id: number): Item => ({
  pk: { S: 'volumes' },
  sk: { S: String(id) },
  gpk: { S: 'isbn' },
  gsk: { S: String(id) },
});

/** What the tables of the calendar and the books hold in the end. */
export const FORMER_ITEMS: Readonly<Record<'calendar' | 'books', readonly Item[]>> = {
  calendar: [EVERY_KIND, ...Array.from({ length: 10 }, (_, id) => event(id))],
  books: Array.from({ length: 5 }, (_, id) => volume(id)),
};

const PASSING_KEY = { pk: { S: 'passing' }, sk: { S: 'all#😀' } };

/** An item that is put and changed and removed again, so that nothing but the stream remembers it. */
export const PASSING = {
  key: PASSING_KEY,
  put: { ...EVERY_KIND, ...PASSING_KEY },
  changed: { ...EVERY_KIND, ...PASSING_KEY, zero: { N: '1' } },
} satisfies Record<string, Item>;

/** Past its time when it was put into the table of the ads. */
export const EXPIRED: Item = { pk: { S: 'expired' }, sk: { S: '2026' }, expires: { N: '1767225600' } };
