/** Method and route -> operation. The route that API Gateway chose, and its parameters, are taken where they name one;
 *  the path is read again only where they do not. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { notFound } from '#lib/api/errors';
import type { Operation } from '#lib/api/operation';
import { segmentsOf } from '#lib/api/routes';
import { exchangeOf, type ApiMiddleware, type Exchange } from './exchange.ts';

interface Route {
  readonly operation: Operation;
  readonly segments: readonly string[];
}

type PathValues = Readonly<Record<string, string>>;

interface Match {
  readonly operation: Operation;
  readonly pathValues: PathValues;
}

const isParameter = (segment: string): boolean => segment.startsWith('{');
const nameOf = (segment: string): string => segment.slice(1, -1);

const literalsIn = ({ segments }: Route): number => segments.filter((segment) => !isParameter(segment)).length;

/** `events/import` is never an event's id, and `acl/{ruleId}` never a part of a calendar's. */
const literalsFirst = (a: Route, b: Route): number =>
  literalsIn(b) - literalsIn(a) || b.segments.length - a.segments.length;

/** One segment for each of the template. */
function valuesBySegment({ segments }: Route, actual: readonly string[]): PathValues | undefined {
  if (segments.length !== actual.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const value = actual[index] ?? '';
    if (isParameter(segment) ? value === '' : value !== segment) return undefined;
    if (isParameter(segment)) values[nameOf(segment)] = value;
  }
  return values;
}

/** A value with slashes in it reaches up to the next segment that the template spells out, or up to the end. */
function valuesAcrossSegments({ segments }: Route, actual: readonly string[]): PathValues | undefined {
  const values: Record<string, string> = {};
  let at = 0;
  for (const [index, segment] of segments.entries()) {
    if (!isParameter(segment)) {
      if (actual[at] !== segment) return undefined;
      at += 1;
      continue;
    }
    const next = segments[index + 1];
    const isLast = index + 2 >= segments.length;
    const end = next === undefined ? actual.length : isLast ? actual.lastIndexOf(next) : actual.indexOf(next, at + 1);
    const value = actual.slice(at, end === -1 ? at : end).join('/');
    if (value === '') return undefined;
    values[nameOf(segment)] = value;
    at = end;
  }
  return at === actual.length ? values : undefined;
}

export function operationPicker(
  operations: readonly Operation[],
): (exchange: Exchange, event: APIGatewayProxyEventV2) => Match {
  const byRoute = new Map(operations.map((operation) => [`${operation.method} ${operation.pathTemplate}`, operation]));
  const byMethod = Map.groupBy(
    operations.map((operation) => ({ operation, segments: segmentsOf(operation.pathTemplate) })),
    ({ operation }) => operation.method as string,
  );
  for (const routes of byMethod.values()) routes.sort(literalsFirst);

  return ({ method, rawPath }, event) => {
    const template = event.routeKey.slice(event.routeKey.indexOf(' ') + 1);
    const named = byRoute.get(`${method} ${template}`);
    if (named !== undefined) return { operation: named, pathValues: { ...event.pathParameters } as PathValues };
    const actual = segmentsOf(rawPath);
    for (const valuesOf of [valuesBySegment, valuesAcrossSegments]) {
      for (const route of byMethod.get(method) ?? []) {
        const pathValues = valuesOf(route, actual);
        if (pathValues !== undefined) return { operation: route.operation, pathValues };
      }
    }
    throw notFound();
  };
}

/**
 * Ruby's client, and `curl -d`, send the parameters of a call without a body as a form. Where the operation has a body,
 * a form is none.
 */
function readForm({ bodyText, headers, query }: Exchange): void {
  if (bodyText === '' || !/^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')) return;
  for (const [name, value] of new URLSearchParams(bodyText)) query.append(name, value);
}

export const pickOperation = (operations: readonly Operation[]): ApiMiddleware => {
  const pick = operationPicker(operations);
  return {
    before: function pickOperation(request) {
      const exchange = exchangeOf(request);
      Object.assign(exchange, pick(exchange, request.event));
      if (exchange.operation?.body === undefined) readForm(exchange);
    },
  };
};
