/** MARC 21 records in XML. */
import type { TextInput } from '#lib/books/import/file/encoding';
import { type ReadRecord, readRecord } from '#lib/books/import/record/record';
import { childrenOf, textOf, type XmlElement, xmlRecords } from '#lib/books/import/xml/xml-records';
import { catalogueRecordOf } from './mapping.ts';
import type { MarcRecord } from './marc-record.ts';

const marcOf = (record: XmlElement): MarcRecord => ({
  leader: textOf(childrenOf(record, 'leader')[0]) ?? '',
  controls: childrenOf(record, 'controlfield').map(({ attributes, text }) => ({ tag: attributes['tag'] ?? '', text })),
  fields: childrenOf(record, 'datafield').map((field) => ({
    tag: field.attributes['tag'] ?? '',
    indicators: (field.attributes['ind1'] || ' ') + (field.attributes['ind2'] || ' '),
    subfields: childrenOf(field, 'subfield').map(({ attributes, text }) => ({ code: attributes['code'] ?? '', text })),
  })),
});

/** Positions are record numbers. */
export async function* readMarcXml(input: TextInput): AsyncGenerator<ReadRecord> {
  for await (const read of xmlRecords(input, 'record')) {
    yield 'problem' in read
      ? { position: read.position, refused: read.problem }
      : readRecord(catalogueRecordOf(marcOf(read.element)), read.position);
  }
}
