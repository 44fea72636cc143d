/** The event as a change wants it. */
import type { EventFields } from './event-fields.ts';
import type { Reminders } from './event.ts';
import type { CopyMark } from './guest-copy.ts';

export interface Edit {
  readonly fields: EventFields;
  /** Undefined means the calendar's defaults. */
  readonly reminders: Reminders | undefined;
  /** The new mark of a guest's copy. */
  readonly copy?: CopyMark | undefined;
}
