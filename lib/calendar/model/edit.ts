/** What a change makes of an event. */
import type { EventFields } from '#lib/calendar/event-fields';
import type { CopyMark } from '#lib/calendar/guests/copy';
import type { Reminders } from '#lib/calendar/event';

export interface Edit {
  readonly fields: EventFields;
  /** Undefined means the calendar's defaults. */
  readonly reminders: Reminders | undefined;
  /** What a guest's copy then says of itself. */
  readonly copy?: CopyMark | undefined;
}
