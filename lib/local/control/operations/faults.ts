import { notFound } from '#lib/api/errors';
import { array, boolean, integer, oneOf, resource, string } from '#lib/api/schema';
import { checkRule } from '#lib/local/faults/http/rule';
import { defineOperation, OPEN } from './operation.ts';

const FaultRule = resource('Fault', 'A failure that requests are to meet, as in the header `X-Almanac-Fault`.', {
  id: string('Given by the server.', { readOnly: true }),
  applied: integer('How often it has applied.', { readOnly: true }),
  operation: string('Only requests for this operation: `calendar.events.list` or `calendar.events.*`.'),
  times: integer('How many requests it applies to; without it, to all.'),
  status: integer("Answers with this status, from 400 to 599, and Google's body for it."),
  reason: string('Another reason than the usual one of the status, such as `quotaExceeded`.'),
  delay: integer('Waits so many milliseconds first.'),
  drop: oneOf('Closes the connection without an answer.', {
    before: 'The operation does not run.',
    after: 'The operation has run.',
  }),
  truncate: integer('Closes the connection after so many bytes of the body.'),
  staleToken: boolean('A page token or sync token in the request is refused as stale.'),
});
const FaultList = resource('FaultList', 'The rules in force, oldest first.', {
  items: array('The rules.', FaultRule),
});

const ON_FAULTS = { ...OPEN, path: {}, query: {} } as const;

export const faultOperations = [
  defineOperation({
    ...ON_FAULTS,
    id: 'almanac.faults.list',
    summary: 'Lists the rules in force.',
    route: 'GET /_almanac/faults',
    returns: FaultList,
    run: (_input, { stores }) => Promise.resolve({ items: stores.faults.list().map((rule) => ({ ...rule })) }),
  }),
  defineOperation({
    ...ON_FAULTS,
    id: 'almanac.faults.add',
    summary: 'Adds a rule; the first one that fits a request applies.',
    route: 'POST /_almanac/faults',
    body: FaultRule,
    returns: FaultRule,
    run: ({ body }, { stores }) => Promise.resolve(stores.faults.add(checkRule(body))),
  }),
  defineOperation({
    ...ON_FAULTS,
    id: 'almanac.faults.clear',
    summary: 'Removes all rules.',
    route: 'DELETE /_almanac/faults',
    run: (_input, { stores }) => {
      stores.faults.clear();
      return Promise.resolve(undefined);
    },
  }),
  defineOperation({
    ...OPEN,
    id: 'almanac.faults.remove',
    summary: 'Removes one rule.',
    route: 'DELETE /_almanac/faults/{faultId}',
    path: { faultId: string('Id of the rule.') },
    query: {},
    run: ({ path: { faultId } }, { stores }) => {
      if (!stores.faults.remove(faultId)) throw notFound();
      return Promise.resolve(undefined);
    },
  }),
];
