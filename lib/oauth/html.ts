/** HTML in which every value is escaped, unless it is HTML itself. */

export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

type Value = string | Html | readonly Html[];

const rendered = (value: Value): string => {
  if (typeof value === 'string') return escaped(value);
  return value instanceof Html ? value.text : value.map(({ text }) => text).join('');
};

export const html = (parts: TemplateStringsArray, ...values: readonly Value[]): Html =>
  new Html(parts.map((part, index) => part + (index < values.length ? rendered(values[index] ?? '') : '')).join(''));

/** For what stands only sometimes. */
export const NOTHING = new Html('');
