/** A calendar of two operations behind the real request, authentication, quota and error middlewares. */
import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context as LambdaContext } from 'aws-lambda';
import type { Logger } from '#lib/api/context';
import { operationsOn, type Operation } from '#lib/api/operation';
import { READ_EVENTS, WRITE_EVENTS } from '#lib/calendar/scopes';
import { callerOf, exchangeOf, type ApiMiddleware } from '#lib/middleware/exchange/exchange';
import { pickOperation } from '#lib/middleware/exchange/pick-operation';
import { readRequest } from '#lib/middleware/read-request';
import { errorResponse } from '#lib/middleware/response/error-response';
import { eventOf } from '#test/support/ask';

const EVENTS = '/calendar/v3/calendars/primary/events';

const defineOperation = operationsOn();
const common = { summary: '', path: {}, query: {}, run: () => Promise.resolve(undefined) };

const operations = [
  defineOperation({
    ...common,
    id: 'calendar.events.list',
    route: `GET ${EVENTS}`,
    scopes: READ_EVENTS,
    cost: 1,
    access: 'key',
  }),
  defineOperation({ ...common, id: 'calendar.events.insert', route: `POST ${EVENTS}`, scopes: WRITE_EVENTS, cost: 1 }),
  defineOperation({ ...common, id: 'calendar.events.patch', route: `PATCH ${EVENTS}`, scopes: WRITE_EVENTS, cost: 3 }),
] as readonly Operation[];

export interface Ask {
  readonly method?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly sourceIp?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

export const silent: Logger = { info: () => undefined, error: () => undefined };

/** The answer's body is the caller that the middlewares left behind. */
export function tinyService(middlewares: readonly ApiMiddleware[]): (ask?: Ask) => Promise<Answer> {
  const answerWithCaller: ApiMiddleware = {
    before: (request) => ({ statusCode: 200, body: JSON.stringify(callerOf(exchangeOf(request))) }),
  };
  const handler = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>()
    .use(errorResponse({ name: 'calendar' }, silent))
    .use([readRequest(), pickOperation(operations), ...middlewares, answerWithCaller])
    .handler(() => Promise.resolve({}));
  return async ({ method = 'GET', query = '', headers: sent = {}, sourceIp } = {}) => {
    const event = eventOf(method, `${EVENTS}?${query}`, { headers: sent });
    if (sourceIp !== undefined) event.requestContext.http.sourceIp = sourceIp;
    const { statusCode = 0, headers = {}, body = '' } = await handler(event, {} as LambdaContext);
    return { status: statusCode, headers, body: JSON.parse(body) as unknown };
  };
}
