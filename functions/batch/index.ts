/**
 * `POST /batch/calendar/v3` and `POST /batch`: many calendar operations in one request. Also single operations whose
 * ids contain slashes that fit no other route.
 */
import middy from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { operations as acl } from '#functions/calendar/acl/index';
import { operations as calendarList } from '#functions/calendar/calendarList/index';
import { operations as calendars } from '#functions/calendar/calendars/index';
import { operations as channels } from '#functions/calendar/channels/index';
import { operations as colors } from '#functions/calendar/colors/index';
import { operations as events } from '#functions/calendar/events/index';
import { operations as freebusy } from '#functions/calendar/freebusy/index';
import { operations as settings } from '#functions/calendar/settings/index';
import { router } from '#lib/api/routes';
import { eventOfBatchPart } from '#lib/calendar/events/batch-order';
import { readRequest } from '#lib/middleware/read-request';
import { errorResponse } from '#lib/middleware/response/error-response';
import { finishResponse } from '#lib/middleware/response/finish-response';
import { serve, type Handler } from '#lib/middleware/serve';
import { answerBatch } from '#lib/middleware/serve-batch';
import { calendar } from '#lib/runtime/calendar/serve';

const operations = [...acl, ...calendarList, ...calendars, ...channels, ...colors, ...events, ...freebusy, ...settings];
const one = serve(operations, calendar);
const routes = router(operations.map(({ pathTemplate }) => [`ANY ${pathTemplate}`, undefined] as const));

const many = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>()
  .use(finishResponse())
  .use(errorResponse(calendar, calendar.log))
  .use(readRequest())
  .handler((event) => answerBatch(event, { handler: one, routes, subjectOf: eventOfBatchPart })) as Handler;

export const handler: Handler = (event, context) => (event.rawPath.startsWith('/batch') ? many : one)(event, context);
