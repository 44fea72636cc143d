/** What a full calendar still takes: items that become smaller. */
import { ApiError } from '#lib/api/errors';
import type { EventWrite } from '#lib/calendar/stores/events';

const isFull = (error: unknown): boolean =>
  error instanceof ApiError && error.entries.some(({ reason }) => reason === 'quotaExceeded');

/** Deleted events keep their fields, and their items grow by a few bytes; without these they become smaller. */
const withoutBulk = (write: EventWrite): EventWrite => ({
  ...write,
  event: {
    ...write.event,
    description: undefined,
    attachments: undefined,
    conferenceData: undefined,
    extendedProperties: undefined,
  },
});

/** Writes; tombstones that a full calendar refuses are written once more, shorter: events can always be deleted. */
export async function writeOrShrink<T>(
  writes: readonly EventWrite[],
  send: (writes: readonly EventWrite[]) => Promise<T>,
): Promise<T> {
  try {
    return await send(writes);
  } catch (error) {
    if (!isFull(error) || writes.some(({ expiresAtMs }) => expiresAtMs === undefined)) throw error;
    return send(writes.map(withoutBulk));
  }
}
