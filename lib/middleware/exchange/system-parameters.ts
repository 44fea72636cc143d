/** The parameters that every operation takes: checked before anything is run, so that a bad one changes nothing. */
import { checkParameters } from '#lib/api/check';
import { errorForm, jsonOnly, prettyPrint, quotaUser } from '#lib/api/common-parameters';
import { parseFields } from '#lib/api/fields';
import type { Operation } from '#lib/api/operation';
import { oneOf, optional } from '#lib/api/schema';
import { exchangeOf, operationOf, type ApiMiddleware, type Exchange, type SystemParameters } from './exchange.ts';

/** That a name is not longer stands in its description, as published. */
const COMMON = { prettyPrint, quotaUser: { ...quotaUser, pattern: '^.{0,40}$' }, '$.xgafv': errorForm };
/** A file comes as itself unless its description is asked for. */
const jsonOrMedia = optional(oneOf('The form of the answer.', { json: 'JSON.', media: 'The file itself.' }));

function readSystemParameters(operation: Operation, query: Exchange['query']): SystemParameters {
  const values = checkParameters({ ...COMMON, alt: operation.media ? jsonOrMedia : jsonOnly }, (name) =>
    query.getAll(name),
  );
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
