import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type CatalogueRecord, readRecord } from '#lib/books/import/record/record';
import { isVolumeId, representationTag, userIdFor, volumeId } from '#lib/books/model/ids';
import type { Volume } from '#lib/books/model/volume';
import { snippetWriter } from '#lib/books/search/snippet';
import { mergeDraft } from '#lib/books/volumes/catalogue';
import { plainText, represent, type View } from '#lib/books/volumes/representation';

const TODAY = '2026-01-01';
const VIEW: View = { projection: 'FULL', form: 'single', country: 'US', rootUrl: 'https://books.test/', today: TODAY };

function volumeOf(record: Omit<CatalogueRecord, 'source'>): Volume {
  const read = readRecord({ source: 'test', key: 'k', title: 'Title', ...record }, 1);
  if ('refused' in read) throw new Error(read.refused);
  const { volume } = mergeDraft(undefined, read.draft, volumeId('test:k'));
  if (volume === undefined) throw new Error('no volume');
  return volume;
}
const price = { amount: 5, currencyCode: 'EUR' };
const textSnippet = (plain: string, wanted: readonly string[]): string | undefined => snippetWriter(wanted)(plain);

describe('sale and access', () => {
  test.each([
    ['a public-domain eBook', { isEbook: true, isPublicDomain: true }, 'FREE', 'ALL_PAGES', 'FULL_PUBLIC_DOMAIN'],
    ['a printed public-domain book', { isPublicDomain: true }, 'NOT_FOR_SALE', 'ALL_PAGES', 'FULL_PUBLIC_DOMAIN'],
    ['a priced eBook', { isEbook: true, listPrice: price }, 'FOR_SALE', 'NO_PAGES', 'NONE'],
    ['an eBook at no cost', { isEbook: true, listPrice: { ...price, amount: 0 } }, 'FREE', 'NO_PAGES', 'NONE'],
    ['a book with a preview', { previewUrl: 'https://read.test' }, 'NOT_FOR_SALE', 'PARTIAL', 'SAMPLE'],
    [
      'a book that comes later',
      { isEbook: true, listPrice: price, onSaleDate: '2027-01-01' },
      'FOR_PREORDER',
      'NO_PAGES',
      'NONE',
    ],
    [
      'a book that has come out',
      { isEbook: true, listPrice: price, onSaleDate: '2025-01-01' },
      'FOR_SALE',
      'NO_PAGES',
      'NONE',
    ],
  ])('of %s', (_, record, saleability, viewability, accessViewStatus) => {
    const { saleInfo, accessInfo } = represent(volumeOf(record), VIEW);

    expect(saleInfo?.saleability).toBe(saleability);
    expect(accessInfo).toMatchObject({ viewability, accessViewStatus });
  });

  test('what is not for sale says nothing of prices', () => {
    expect(represent(volumeOf({}), VIEW).saleInfo).toEqual({
      country: 'US',
      saleability: 'NOT_FOR_SALE',
      isEbook: false,
    });
  });

  test('offers count in millionths', () => {
    const { saleInfo } = represent(volumeOf({ listPrice: { amount: 11.99, currencyCode: 'USD' } }), VIEW);

    expect(saleInfo?.offers?.[0]?.listPrice).toEqual({ amountInMicros: 11_990_000, currencyCode: 'USD' });
  });

  test('a buyer may read all, and one who ordered ahead has not bought yet', () => {
    const user = { entry: { volumeId: 'x', shelves: [7], acquiredTime: '2025-01-01T00:00:00.000Z' } };
    const bought = represent(volumeOf({ listPrice: price }), { ...VIEW, user });
    const ahead = represent(volumeOf({ listPrice: price, onSaleDate: '2027-01-01' }), { ...VIEW, user });

    expect(bought.userInfo).toMatchObject({ isPurchased: true, isPreordered: false, isInMyBooks: true });
    expect(bought.accessInfo?.accessViewStatus).toBe('FULL_PURCHASED');
    expect(ahead.userInfo).toMatchObject({ isPurchased: false, isPreordered: true });
  });
});

describe('a representation', () => {
  test('has a tag that changes with its content, its projection and its country', () => {
    const volume = volumeOf({ subtitle: 'one' });
    const tags = [volume, volumeOf({ subtitle: 'two' })].flatMap((each) =>
      [VIEW, { ...VIEW, projection: 'LITE' } as const, { ...VIEW, country: 'DE' }].map(
        (view) => represent(each, view).etag,
      ),
    );

    expect(new Set(tags).size).toBe(6);
    expect(represent(volume, VIEW).etag).toBe(represent(volume, VIEW).etag);
  });

  test('has the same tag in whatever order the database gives the fields of a map', () => {
    const volume = volumeOf({
      isEbook: true,
      listPrice: { amount: 5, currencyCode: 'EUR' },
      numbers: { isbn: ['9780553804577'] },
      dimensions: { height: '20 cm', width: '12 cm' },
    });
    const reversed = JSON.parse(JSON.stringify(volume), (_, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).toReversed())
        : value,
    ) as Volume;
    const forms = [VIEW, { ...VIEW, form: 'list' } as const];

    expect(JSON.stringify(reversed)).not.toBe(JSON.stringify(volume));
    for (const view of forms) expect(represent(reversed, view)).toEqual(represent(volume, view));
    expect(represent(volume, VIEW)).toMatchObject({
      volumeInfo: { dimensions: { height: '20 cm' }, industryIdentifiers: [{}, {}] },
      saleInfo: { listPrice: { amount: 5 } },
    });
  });

  test('leaves out what is empty', () => {
    const text = JSON.stringify(represent(volumeOf({}), VIEW));

    expect(text).not.toContain('null');
    expect(text).not.toContain('[]');
    expect(text).not.toContain('"subtitle"');
  });

  test('a book is a book unless its record says magazine', () => {
    const printTypeOf = (record: object) => represent(volumeOf(record), VIEW).volumeInfo?.printType;

    expect([{}, { isMagazine: false }, { isMagazine: true }].map(printTypeOf)).toEqual(['BOOK', 'BOOK', 'MAGAZINE']);
  });

  test('a rating by nobody is not shown', () => {
    const info = represent({ ...volumeOf({}), averageRating: 4, ratingsCount: 0 }, VIEW).volumeInfo ?? {};

    expect([info.averageRating, info.ratingsCount]).toEqual([undefined, undefined]);
  });

  test.each([
    [4.26, 4.5],
    [4.2, 4],
    [1, 1],
  ])('shows a mean of %d as %d', (averageRating, shown) => {
    expect(represent(volumeOf({ averageRating, ratingsCount: 3 }), VIEW).volumeInfo?.averageRating).toBe(shown);
  });
});

describe('ids', () => {
  test('of volumes are 12 characters and the same again for the same record', () => {
    expect(volumeId('csv:1')).toMatch(/^[\w-]{12}$/);
    expect(isVolumeId(volumeId('csv:1'))).toBe(true);
    expect(volumeId('csv:1')).toBe(volumeId('csv:1'));
    expect(new Set([volumeId('csv:1'), volumeId('csv:2'), volumeId('csv:1', 1)]).size).toBe(3);
  });

  test('of users are 20 digits, tags 11 characters of base64', () => {
    expect(userIdFor('alice@example.com')).toMatch(/^1\d{19}$/);
    expect(representationTag({ a: 1 })).toMatch(/^[A-Za-z0-9+/]{11}$/);
  });
});

describe('importing a record again', () => {
  const read = (record: Omit<CatalogueRecord, 'source'>) => {
    const result = readRecord({ source: 'test', key: 'k', title: 'Title', ...record }, 1);
    if ('refused' in result) throw new Error(result.refused);
    return result.draft;
  };

  test.each([
    ['the same', {}, 'unchanged'],
    ['another title', { title: 'Other' }, 'updated'],
    ['an older revision', { revision: '2', title: 'Other' }, 'older'],
    ['a newer revision', { revision: '10', title: 'Other' }, 'updated'],
    ['a deletion', { isDeleted: true }, 'removed'],
  ])('%s is %s', (_, record, outcome) => {
    const stored = volumeOf({ revision: '3' });

    expect(mergeDraft(stored, read({ revision: '3', ...record }), stored.id).outcome).toBe(outcome);
  });
});

test.each([
  ['<p>One</p><p>Two &amp; three</p>', 'One Two & three'],
  ['a<br>b', 'a b'],
  ['&lt;b&gt;', '<b>'],
])('%s reads %s', (html, expected) => {
  expect(plainText(html)).toBe(expected);
});

describe('snippets', () => {
  test('mark the words that were looked for, in any form, and escape the rest', () => {
    expect(textSnippet('Flowers & <trees> of spring', ['flower'])).toBe('<b>Flowers</b> &amp; &lt;trees&gt; of spring');
  });

  test('begin shortly before the first hit', () => {
    const snippet = textSnippet(`${'far '.repeat(100)}hit ${'after '.repeat(100)}`, ['hit']) ?? '';

    expect(snippet.startsWith('... far')).toBe(true);
    expect(snippet).toContain('<b>hit</b>');
    expect(snippet.endsWith(' ...')).toBe(true);
    expect(snippet.length).toBeLessThan(260);
  });

  test('mark every hit of the passage, and none behind it', () => {
    const snippet = textSnippet(`a hit and a hit ${'after '.repeat(100)}hit`, ['hit']) ?? '';

    expect(snippet.startsWith('a <b>hit</b> and a <b>hit</b> after')).toBe(true);
    expect(snippet.match(/<b>/g)).toHaveLength(2);
  });

  test.each([
    ['紫式部の源氏物語は、源氏の物語である。', ['源氏'], '紫式部の<b>源氏</b>物語は、<b>源氏</b>の物語である。'],
    ['東京2020と京都', ['京都', '2020'], '東京<b>2020</b>と<b>京都</b>'],
    ['ｶﾀｶﾅ文字', ['カタカナ'], '<b>ｶﾀｶﾅ</b>文字'],
  ])('mark characters of scripts without spaces: %s', (text, wanted, expected) => {
    expect(textSnippet(text, wanted)).toBe(expected);
  });

  test('begin shortly before the first hit where there are no spaces either', () => {
    const snippet = textSnippet(`${'遠'.repeat(400)}源氏${'後'.repeat(400)}`, ['源氏']) ?? '';

    expect(snippet.startsWith(`... ${'遠'.repeat(8)}<b>源氏</b>後`)).toBe(true);
    expect(snippet.length).toBeLessThan(260);
  });

  test('are never cut within a character', () => {
    const snippet = textSnippet(`!${'😀'.repeat(300)}`, ['nothing']) ?? '';

    expect(snippet.isWellFormed()).toBe(true);
  });

  test('mark the same in a text of plain letters as in one that has others, too', () => {
    const texts = fc.string({ unit: fc.constantFrom(..."abcS1'- .,&\n"), minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(texts, texts, (text, wanted) => {
        expect(textSnippet(`${text} é`, [wanted])).toBe(`${textSnippet(text, [wanted]) ?? ''} é`);
      }),
    );
  });

  test('are left out when there is no text', () => {
    expect(textSnippet('', ['x'])).toBeUndefined();
  });
});
