/** Binary MARC records, written as libraries write them. */

export interface BinaryField {
  readonly tag: string;
  /** Of a control field its content; of others the indicators and the subfields. */
  readonly content: string | Uint8Array;
}

/** Indicators and subfields: `dataField('245', '10', ['a', 'Tides :'])`. Texts are taken byte by byte. */
export const dataField = (
  tag: string,
  indicators: string,
  ...subfields: readonly (readonly [code: string, text: string | Uint8Array])[]
): BinaryField => ({
  tag,
  content: Buffer.concat([
    Buffer.from(indicators),
    ...subfields.flatMap(([code, text]) => [
      Buffer.from(`\x1f${code}`),
      typeof text === 'string' ? Buffer.from(text) : Buffer.from(text),
    ]),
  ]),
});

/** `coding`: `a` for UTF-8, a blank for MARC-8. */
export function binaryRecord(fields: readonly BinaryField[], coding: 'a' | ' ' = 'a'): Buffer {
  const contents = fields.map(({ content }) => Buffer.concat([Buffer.from(content), Buffer.from('\x1e')]));
  let start = 0;
  const directory = fields
    .map(({ tag }, place) => {
      const length = contents[place]?.length ?? 0;
      const entry = tag + String(length).padStart(4, '0') + String(start).padStart(5, '0');
      start += length;
      return entry;
    })
    .join('');
  const base = 24 + directory.length + 1;
  const length = base + start + 1;
  const leader = `${String(length).padStart(5, '0')}cam ${coding}22${String(base).padStart(5, '0')} a 4500`;
  return Buffer.concat([Buffer.from(`${leader}${directory}\x1e`), ...contents, Buffer.from('\x1d')]);
}
