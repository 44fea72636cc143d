/** A MARC 21 record, however it was written down: https://www.loc.gov/marc/bibliographic/ */

export interface MarcField {
  readonly tag: string;
  /** Two characters. */
  readonly indicators: string;
  readonly subfields: readonly { readonly code: string; readonly text: string }[];
}

export interface MarcRecord {
  readonly leader: string;
  readonly controls: readonly { readonly tag: string; readonly text: string }[];
  readonly fields: readonly MarcField[];
}

export const controlOf = ({ controls }: MarcRecord, tag: string): string =>
  controls.find((control) => control.tag === tag)?.text ?? '';

/** In the order of the tags, then of the record. */
export const fieldsOf = ({ fields }: MarcRecord, ...tags: readonly string[]): MarcField[] =>
  tags.flatMap((tag) => fields.filter((field) => field.tag === tag));

/** The texts of a field's subfields with one of the codes, in the order of the field. */
export const subfieldsOf = ({ subfields }: MarcField, ...codes: readonly string[]): string[] =>
  subfields.flatMap(({ code, text }) => (codes.includes(code) ? text.trim() || [] : []));

export const valuesOf = (record: MarcRecord, tag: string, code: string): string[] =>
  fieldsOf(record, tag).flatMap((field) => subfieldsOf(field, code));

/**
 * The same fields in another script: 880 says in $6 which field it stands for. They are given under that field's tag.
 */
export const inOtherScript = ({ fields }: MarcRecord): MarcField[] =>
  fields.flatMap((field) => {
    const [, tag] = field.tag === '880' ? (/^(\d{3})-/.exec(subfieldsOf(field, '6')[0] ?? '') ?? []) : [];
    return tag === undefined ? [] : { ...field, tag };
  });
