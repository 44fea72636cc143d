/** Method and path -> operation. A literal segment wins over a parameter, so `events/import` is never an event id. */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { badRequest, notFound } from '#lib/api/errors';
import type { Operation } from '#lib/api/operation';
import { exchangeOf, type ApiMiddleware, type Exchange } from './exchange.ts';

interface Route {
  readonly operation: Operation;
  readonly segments: readonly string[];
}

interface Match {
  readonly operation: Operation;
  readonly pathValues: Readonly<Record<string, string>>;
}

const isParameter = (segment: string): boolean => segment.startsWith('{');
const segmentsOf = (path: string): string[] => path.split('/').slice(1);

const literalsFirst = (a: Route, b: Route): number => {
  const at = a.segments.findIndex((segment, index) => isParameter(segment) !== isParameter(b.segments[index] ?? ''));
  return at === -1 ? 0 : isParameter(a.segments[at] ?? '') ? 1 : -1;
};

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (cause) {
    throw badRequest('badRequest', 'Bad Request', { cause });
  }
}

function valuesOf({ segments }: Route, actual: readonly string[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) if (isParameter(segment)) values[segment.slice(1, -1)] = decode(actual[index] ?? '');
  return values;
}

export function operationPicker(operations: readonly Operation[]): (exchange: Exchange, event: APIGatewayProxyEventV2) => Match {
  const byMethod = Map.groupBy(
    operations.map((operation) => ({ operation, segments: segmentsOf(operation.pathTemplate) })),
    ({ operation }) => operation.method as string,
  );
  for (const routes of byMethod.values()) routes.sort(literalsFirst);

  return ({ method, rawPath }, event) => {
    const actual = segmentsOf(rawPath);
    const routes = byMethod.get(method) ?? [];
    const route = routes.find(
      ({ segments }) =>
        segments.length === actual.length && segments.every((segment, index) => (isParameter(segment) ? actual[index] !== '' : segment === actual[index])),
    );
    if (route !== undefined) return { operation: route.operation, pathValues: valuesOf(route, actual) };
    // A gateway that decodes %2F itself changes the number of segments; its own match is then the better one.
    const template = event.routeKey.slice(event.routeKey.indexOf(' ') + 1);
    const matched = routes.find(({ operation }) => operation.pathTemplate === template);
    const values = event.pathParameters;
    if (matched === undefined || values === undefined || actual.length <= matched.segments.length) throw notFound();
    return { operation: matched.operation, pathValues: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? ''])) };
  };
}

export const pickOperation = (operations: readonly Operation[]): ApiMiddleware => {
  const pick = operationPicker(operations);
  return {
    before: function pickOperation(request) {
      const exchange = exchangeOf(request);
      Object.assign(exchange, pick(exchange, request.event));
    },
  };
};
