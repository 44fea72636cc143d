/** The parameters that every operation takes: checked before anything is run, so that a bad one changes nothing. */
import { checkParameters } from '#lib/api/check';
import { parseFields, type Selection } from '#lib/api/fields';
import type { Operation } from '#lib/api/operation';
import { boolean, oneOf, optional, string, withDefault } from '#lib/api/schema';
import { exchangeOf, operationOf, type ApiMiddleware, type Exchange } from './exchange.ts';

export interface SystemParameters {
  readonly alt: 'json' | 'media';
  readonly isPretty: boolean;
  readonly fields: Selection | 'nothing' | undefined;
}

const JSON_ONLY = { alt: withDefault(oneOf('Form of the answer.', { json: 'A JSON document.' }), 'json') };
const JSON_OR_MEDIA = { alt: optional(oneOf('Form of the answer.', { json: 'A JSON document.', media: 'The file itself.' })) };
const COMMON = {
  prettyPrint: withDefault(boolean('Indented for people.'), true),
  quotaUser: optional(string('Quota bucket.', { pattern: '^.{0,40}$' })),
  '$.xgafv': optional(oneOf('Error format.', { '1': 'With the list of errors.', '2': 'Without it.' })),
};

export function readSystemParameters(operation: Operation, query: Exchange['query']): SystemParameters {
  const values = checkParameters({ ...COMMON, ...(operation.media ? JSON_OR_MEDIA : JSON_ONLY) }, (name) => query.getAll(name));
  const fields = query.get('fields');
  return {
    alt: (values['alt'] as 'json' | 'media' | undefined) ?? 'media',
    isPretty: values['prettyPrint'] === true,
    fields: fields === null ? undefined : parseFields(fields, operation.returns),
  };
}

export const systemParameters = (): ApiMiddleware => ({
  before: function systemParameters(request) {
    const exchange = exchangeOf(request);
    exchange.system = readSystemParameters(operationOf(exchange), exchange.query);
  },
});
