/** Event labels: named colours that a calendar defines for its events. */
import type { Ids } from '#lib/api/context';
import { badRequest } from '#lib/api/errors';
import type { Patch } from '#lib/api/schema';
import type { EventLabel } from '#lib/calendar/model/calendar';
import type { CalendarResource } from '#lib/calendar/resources/calendar';

type Sent = Patch<NonNullable<CalendarResource['labelProperties']>> | null | undefined;

const MAX_LABELS = 200;
const MAX_NAME_LENGTH = 50;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const HEX_COLOR = /^#[0-9a-f]{6}$/i;

const newId = (ids: Ids): string => ids.hex(32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** The labels after a body: absent keeps them, `null` clears them, a list replaces all. */
export function labelsAfter(
  sent: Sent,
  stored: readonly EventLabel[] | undefined,
  ids: Ids,
): readonly EventLabel[] | undefined {
  const list = sent === null ? [] : sent?.eventLabels;
  if (list === undefined) return stored;
  if (list !== null && list.length > MAX_LABELS)
    throw badRequest('invalid', `A calendar has at most ${String(MAX_LABELS)} event labels.`);
  const labels = (list ?? []).map(({ id, name, backgroundColor }) => {
    if (backgroundColor === undefined) throw badRequest('required', 'Missing background color of an event label.');
    if (!HEX_COLOR.test(backgroundColor)) throw badRequest('invalid', 'Invalid background color of an event label.');
    if (name !== undefined && name.length > MAX_NAME_LENGTH)
      throw badRequest('invalid', `The name of an event label has at most ${String(MAX_NAME_LENGTH)} characters.`);
    if (id !== undefined && id !== '' && !UUID.test(id)) throw badRequest('invalid', 'Invalid id of an event label.');
    return {
      id: id === undefined || id === '' ? newId(ids) : id.toLowerCase(),
      ...(name !== undefined && name !== '' && { name }),
      backgroundColor: backgroundColor.toLowerCase(),
    };
  });
  if (new Set(labels.map(({ id }) => id)).size < labels.length)
    throw badRequest('invalid', 'The ids of event labels must be unique.');
  return labels.length === 0 ? undefined : labels;
}
