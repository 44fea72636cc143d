/** ONIX 3.0 products, as publishers send them; tags in the long or the short form. */
import type { TextInput } from '#lib/books/import/file/encoding';
import { type CatalogueRecord, type ReadRecord, readRecord } from '#lib/books/import/record/record';
import type { Dimensions, Price } from '#lib/books/model/volume';
import { childrenOf, textOf, type XmlElement, xmlRecords } from './xml-records.ts';

/** Composites are called the same in both forms but for case; these are not. */
const SHORT: Readonly<Record<string, string>> = {
  recordreference: 'a001',
  notificationtype: 'a002',
  productform: 'b012',
  subtitle: 'b029',
  titleprefix: 'b030',
  titlewithoutprefix: 'b031',
  contributorrole: 'b035',
  personname: 'b036',
  personnameinverted: 'b037',
  namesbeforekey: 'b039',
  keynames: 'b040',
  corporatename: 'b047',
  subjectschemeidentifier: 'b067',
  subjectcode: 'b069',
  subjectheadingtext: 'b070',
  publishername: 'b081',
  titletype: 'b202',
  titletext: 'b203',
  audiencecodetype: 'b204',
  audiencecodevalue: 'b206',
  extenttype: 'b218',
  extentvalue: 'b219',
  extentunit: 'b220',
  productidtype: 'b221',
  idvalue: 'b244',
  languagecode: 'b252',
  languagerole: 'b253',
  publishingrole: 'b291',
  date: 'b306',
  publishingstatus: 'b394',
  measurement: 'c094',
  measureunitcode: 'c095',
  text: 'd104',
  priceamount: 'j151',
  currencycode: 'j152',
  measuretype: 'x315',
  titleelementlevel: 'x409',
  partnumber: 'x410',
  texttype: 'x426',
  resourcelink: 'x435',
  resourcecontenttype: 'x436',
  publishingdaterole: 'x448',
};

const all = (element: XmlElement | undefined, name: string): XmlElement[] =>
  childrenOf(element, name, SHORT[name] ?? name);
const one = (element: XmlElement | undefined, name: string): XmlElement | undefined => all(element, name)[0];
const value = (element: XmlElement | undefined, name: string): string | undefined => textOf(one(element, name));
/** Follows composites down: `within(product, 'descriptivedetail', 'contributor')`. */
const within = (element: XmlElement, ...path: readonly string[]): XmlElement[] =>
  path.reduce((found, name) => found.flatMap((parent) => all(parent, name)), [element]);
const withCode = (elements: readonly XmlElement[], name: string, ...codes: readonly string[]): XmlElement[] =>
  codes.flatMap((code) => elements.filter((element) => value(element, name) === code));

/** The whole content of an element as text, where it may hold XHTML. */
const flatText = (element: XmlElement): string => element.text + element.children.map(flatText).join(' ');

function titleOf(product: XmlElement): { title: string | undefined; subtitle: string | undefined } {
  const [detail] = withCode(within(product, 'descriptivedetail', 'titledetail'), 'titletype', '01');
  const elements = detail === undefined ? [] : all(detail, 'titleelement');
  const element = withCode(elements, 'titleelementlevel', '01')[0] ?? elements[0];
  const prefixed = [value(element, 'titleprefix'), value(element, 'titlewithoutprefix')]
    .filter((part) => part !== undefined)
    .join(' ');
  return { title: prefixed === '' ? value(element, 'titletext') : prefixed, subtitle: value(element, 'subtitle') };
}

function nameOf(contributor: XmlElement): string | undefined {
  const parts = [value(contributor, 'namesbeforekey'), value(contributor, 'keynames')]
    .filter((part) => part !== undefined)
    .join(' ');
  const [last = '', ...first] = (value(contributor, 'personnameinverted') ?? '').split(/,\s*/);
  const turned = [...first, last].join(' ').trim();
  return value(contributor, 'personname') ?? (parts || turned || value(contributor, 'corporatename'));
}

const CENTIMETRES: Readonly<Record<string, number>> = { cm: 1, mm: 0.1, in: 2.54 };

function dimensionsOf(product: XmlElement): Dimensions | undefined {
  const measures = within(product, 'descriptivedetail', 'measure');
  const size = (type: string): string | undefined => {
    const [measure] = withCode(measures, 'measuretype', type);
    const centimetres =
      Number(value(measure, 'measurement')) * (CENTIMETRES[value(measure, 'measureunitcode') ?? ''] ?? NaN);
    return Number.isNaN(centimetres) ? undefined : `${centimetres.toFixed(2)} cm`;
  };
  const dimensions = { height: size('01'), width: size('02'), thickness: size('03') };
  return Object.values(dimensions).some((length) => length !== undefined) ? dimensions : undefined;
}

function priceOf(product: XmlElement): Price | undefined {
  const [price] = within(product, 'productsupply', 'supplydetail', 'price');
  const amount = Number(value(price, 'priceamount') ?? NaN);
  return Number.isNaN(amount) ? undefined : { amount, currencyCode: value(price, 'currencycode') ?? 'USD' };
}

function seriesOf(product: XmlElement): CatalogueRecord['series'] {
  const [element] = within(product, 'descriptivedetail', 'collection', 'titledetail', 'titleelement');
  const title = value(element, 'titletext') ?? value(element, 'titlewithoutprefix');
  return title === undefined ? undefined : { title, number: value(element, 'partnumber') };
}

function recordOf(product: XmlElement): CatalogueRecord {
  const numbers = (type: string): string[] =>
    withCode(all(product, 'productidentifier'), 'productidtype', type).flatMap(
      (identifier) => value(identifier, 'idvalue') ?? [],
    );
  const contributors = within(product, 'descriptivedetail', 'contributor').filter((contributor) =>
    all(contributor, 'contributorrole').some((role) => ['A01', 'B01'].includes(role.text.trim())),
  );
  const [language] = withCode(within(product, 'descriptivedetail', 'language'), 'languagerole', '01');
  const [extent] = withCode(within(product, 'descriptivedetail', 'extent'), 'extenttype', '00', '11').filter(
    (candidate) => value(candidate, 'extentunit') === '03',
  );
  const [text] = withCode(within(product, 'collateraldetail', 'textcontent'), 'texttype', '03', '02');
  const [cover] = withCode(within(product, 'collateraldetail', 'supportingresource'), 'resourcecontenttype', '01');
  const subjects = withCode(within(product, 'descriptivedetail', 'subject'), 'subjectschemeidentifier', '10', '93');
  const headings = subjects.flatMap((subject) => value(subject, 'subjectheadingtext') ?? []);
  const [publisher] = withCode(within(product, 'publishingdetail', 'publisher'), 'publishingrole', '01');
  const [published] = withCode(within(product, 'publishingdetail', 'publishingdate'), 'publishingdaterole', '01');
  const form = value(within(product, 'descriptivedetail')[0], 'productform') ?? '';
  const adult = withCode(within(product, 'descriptivedetail', 'audience'), 'audiencecodetype', '22').some(
    (audience) => Number(value(audience, 'audiencecodevalue')) >= 2,
  );
  const isForthcoming = value(within(product, 'publishingdetail')[0], 'publishingstatus') === '02';
  const [dateText] = published === undefined ? [] : [value(published, 'date')];
  return {
    source: 'onix',
    key: value(product, 'recordreference'),
    isDeleted: value(product, 'notificationtype') === '05',
    ...titleOf(product),
    authors: contributors.flatMap((contributor) => nameOf(contributor) ?? []),
    publisher: value(publisher, 'publishername'),
    date: dateText,
    onSaleDate: isForthcoming ? dateText : undefined,
    description: text && all(text, 'text').map(flatText).join(' '),
    numbers: {
      isbn: [...numbers('15'), ...numbers('03').filter((number) => /^97[89]/.test(number)), ...numbers('02')],
    },
    pageCount: Number(value(extent, 'extentvalue') ?? NaN) || undefined,
    dimensions: dimensionsOf(product),
    isMagazine: form.startsWith('J'),
    categories: headings.length > 0 ? headings : subjects.flatMap((subject) => value(subject, 'subjectcode') ?? []),
    language: value(language, 'languagecode'),
    isMature: adult,
    coverUrl: cover && value(within(cover, 'resourceversion')[0], 'resourcelink'),
    series: seriesOf(product),
    isEbook: form.startsWith('E'),
    listPrice: priceOf(product),
  };
}

/** Positions are record numbers. */
export async function* readOnix(input: TextInput): AsyncGenerator<ReadRecord> {
  for await (const read of xmlRecords(input, 'product')) {
    yield 'problem' in read
      ? { position: read.position, refused: read.problem }
      : readRecord(recordOf(read.element), read.position);
  }
}
