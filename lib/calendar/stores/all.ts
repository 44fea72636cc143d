/** What the calendar's rules ask of storage. */
import type { CalendarStore } from './calendars.ts';
import type { ChannelStore } from './channels.ts';
import type { EntryStore } from './entries.ts';
import type { EventStore } from './events.ts';
import type { KnownGroups } from './groups.ts';
import type { JobStore } from './jobs.ts';
import type { RuleStore } from './rules.ts';
import type { UserStore } from './users.ts';

export interface CalendarStores {
  readonly users: UserStore;
  readonly calendars: CalendarStore;
  readonly rules: RuleStore;
  readonly entries: EntryStore;
  readonly jobs: JobStore;
  readonly events: EventStore;
  readonly channels: ChannelStore;
  readonly groups: KnownGroups;
  /** Addresses of those who look after the stage, as it configures them. */
  readonly admins: readonly string[];
  /** Sync tokens that were made before are outdated, as the stage configures it. */
  readonly syncTokensSinceMs?: number | undefined;
  /** What an import does with events of a special type, as the stage configures it. */
  readonly importedTypes: ImportedTypes;
}

/** How a stage is set up. */
export type StageSettings = Pick<CalendarStores, 'admins' | 'importedTypes' | 'syncTokensSinceMs'>;

export type ImportedTypes = 'convert' | 'refuse';
