/** What a change makes of an event. */
import type { EventFields } from './event-fields.ts';
import type { Reminders } from './event.ts';
import type { CopyMark } from './guest-copy.ts';

export interface Edit {
  readonly fields: EventFields;
  /** Undefined means the calendar's defaults. */
  readonly reminders: Reminders | undefined;
  /** What a guest's copy then says of itself. */
  readonly copy?: CopyMark | undefined;
}
