/** Extended properties: values that clients store with an event, for one copy or for all. */
import { badRequest } from '#lib/api/errors';
import type { EventResource } from '#lib/calendar/resources/event';

const MAX_NAME_LENGTH = 44;
const MAX_VALUE_LENGTH = 1024;
const MAX_PROPERTIES = 300;
const MAX_BYTES = 32 * 1024;

type Properties = Record<string, string>;

/** Long names are dropped and long values cut, without an error; too many are refused. */
function readProperties(sent: Properties | undefined): Properties | undefined {
  const kept = Object.entries(sent ?? {})
    .filter(([name]) => name !== '' && name.length <= MAX_NAME_LENGTH)
    .map(([name, value]) => [name, value.slice(0, MAX_VALUE_LENGTH)] as const);
  const bytes = kept.reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value), 0);
  if (kept.length > MAX_PROPERTIES || bytes > MAX_BYTES) throw badRequest('invalid', 'Too many extended properties.');
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

export function readExtendedProperties(sent: EventResource['extendedProperties']): EventResource['extendedProperties'] {
  const ofCopy = readProperties(sent?.private);
  const ofAll = readProperties(sent?.shared);
  if (ofCopy === undefined && ofAll === undefined) return undefined;
  return { ...(ofCopy !== undefined && { private: ofCopy }), ...(ofAll !== undefined && { shared: ofAll }) };
}
