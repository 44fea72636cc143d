/** `POST /batch/calendar/v3` and `POST /batch`: every calendar operation, many at a time.
 *  And single ones, for ids whose slashes fit no other route. */
import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { router } from '#lib/api/routes';
import { eventIn } from '#lib/calendar/batch-subject';
import { errorResponse } from '#lib/middleware/error-response';
import { finishResponse } from '#lib/middleware/finish-response';
import { readRequest } from '#lib/middleware/read-request';
import { answerBatch } from '#lib/middleware/serve-batch';
import { serve, type Handler } from '#lib/middleware/serve';
import { calendar } from '#lib/runtime/calendar';
import { operations as acl } from '../calendar/acl/index.ts';
import { operations as calendarList } from '../calendar/calendarList/index.ts';
import { operations as calendars } from '../calendar/calendars/index.ts';
import { operations as channels } from '../calendar/channels/index.ts';
import { operations as colors } from '../calendar/colors/index.ts';
import { operations as events } from '../calendar/events/index.ts';
import { operations as freebusy } from '../calendar/freebusy/index.ts';
import { operations as settings } from '../calendar/settings/index.ts';

const operations = [...acl, ...calendarList, ...calendars, ...channels, ...colors, ...events, ...freebusy, ...settings];
const one = serve(operations, calendar);
const routes = router(operations.map(({ pathTemplate }) => [`ANY ${pathTemplate}`, undefined] as const));

const many = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>()
  .use(finishResponse())
  .use(errorResponse(calendar, calendar.log))
  .use(readRequest())
  .handler((event) => answerBatch(event, { handler: one, routes, subjectOf: eventIn })) as Handler;

export const handler: Handler = (event, context) => (event.rawPath.startsWith('/batch') ? many : one)(event, context);
