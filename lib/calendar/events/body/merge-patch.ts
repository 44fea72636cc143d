/** Merge patches: absent keeps, `null` clears, objects and maps merge, arrays replace. */
import type { Patch } from '#lib/api/schema';
import type { EventResource } from '#lib/calendar/resources/event';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function merge(base: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const before = isObject(base) ? base : {};
  const kept = Object.entries(before).filter(([name]) => patch[name] === undefined);
  const set = Object.entries(patch).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries([...kept, ...set.map(([name, value]) => [name, merge(before[name], value)] as const)]);
}

/**
 * Removes parts that the patch replaces: the old conference when a new one is requested, reminders when the defaults
 * return.
 */
function withoutReplaced(body: EventResource, patch: Patch<EventResource>): EventResource {
  const requestId = patch.conferenceData?.createRequest?.requestId;
  const asksForConference = requestId !== undefined && requestId !== body.conferenceData?.createRequest?.requestId;
  const usesDefaults = patch.reminders?.useDefault === true;
  return {
    ...body,
    ...(asksForConference && { conferenceData: undefined }),
    ...(usesDefaults && { reminders: undefined }),
  };
}

export const mergePatch = (body: EventResource, patch: Patch<EventResource>): EventResource =>
  merge(withoutReplaced(body, patch), patch) as EventResource;
