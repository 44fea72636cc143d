/** Imported events of a special type: converted to ordinary events, or refused. */
import type { Reply } from '#lib/api/context';
import type { EventResource } from '#lib/calendar/resources/event';
import type { ImportedTypes } from '#lib/calendar/stores/all';
import { typeRestriction } from './event-types.ts';

/** When the conversion was deprecated, in the form of RFC 9745: 2025-01-01. */
const DEPRECATED_SINCE = '@1735689600';

/** The body as an ordinary event, with a header in the answer; or a 400. */
export function convertType(body: EventResource, importedTypes: ImportedTypes, reply: Reply): EventResource {
  if (body.eventType === undefined || body.eventType === 'default') return body;
  if (importedTypes === 'refuse') throw typeRestriction('Only ordinary events can be imported.');
  reply.headers['deprecation'] = DEPRECATED_SINCE;
  return { ...body, eventType: 'default' };
}
