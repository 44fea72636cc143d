/** The statuses that an operation may answer with: those of the OpenAPI document, and what the reference adds. */
import type { DeclaredOperation } from './declared.ts';

/** ETag mismatch, deleted, id taken, too much to store or to answer. */
const MORE_STATUSES: readonly (readonly [pattern: RegExp, statuses: readonly number[]])[] = [
  [/./, [413]],
  [/^calendar\.(acl|calendarList|calendars|events)\.(patch|update|delete|move)$/, [412]],
  [/^calendar\.calendars\.(clear|transferOwnership)$/, [412]],
  [/^calendar\.events\.(insert|import|move)$/, [409]],
  [/^calendar\.events\.(insert|import|quickAdd)$/, [412]],
  [/^calendar\.(acl|calendarList|calendars)\.insert$/, [409, 412]],
  [/^calendar\.events\.(delete|patch|update|move)$/, [410]],
  [/^calendar\.(acl|calendarList|events|settings)\.list$/, [410]],
  [/^calendar\.events\.instances$/, [410]],
  [/^books\.mylibrary\.bookshelves\.(add|remove|move|clear)Volumes?$/, [204]],
  [/^doubleclicksearch\.conversion\.(insert|update)$/, [409]],
  [/^doubleclicksearch\.reports\.request$/, [202]],
  [/^doubleclicksearch\.reports\.get$/, [202, 410]],
  [/^doubleclicksearch\.reports\.getFile$/, [206, 302, 410, 416]],
];

/** For requests that may reach another operation, or none. */
const ANY_DOCUMENTED: ReadonlySet<number> = new Set([200, 202, 204, 304, 400, 401, 403, 404, 409, 410, 412, 413, 429]);

export function allowedStatuses(
  { id, statuses, isPending }: DeclaredOperation,
  mayReachOther: boolean,
): ReadonlySet<number> {
  const further = MORE_STATUSES.flatMap(([pattern, more]) => (pattern.test(id) ? more : []));
  return new Set([...statuses, ...further, ...(isPending ? [501] : []), ...(mayReachOther ? ANY_DOCUMENTED : [])]);
}
