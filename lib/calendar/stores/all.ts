/**
 * The interfaces between the rules of the calendar and storage: one file for each kind of thing (events, calendars,
 * rules, entries, users, groups, channels, jobs, invitations, letters, secret addresses), put together in all.ts. page.ts holds what they
 * share, retry-on-conflict.ts repeats a change when a conditional write fails, cleared.ts says how events of a cleared
 * calendar read. lib/stores/dynamodb implements them.
 */
import type { BusyMemory } from './busy-memory.ts';
import type { CalendarStore } from './calendars.ts';
import type { ChannelStore } from './channels.ts';
import type { EntryStore } from './entries.ts';
import type { EventStore } from './events.ts';
import type { KnownGroups } from './groups.ts';
import type { IcalAddressStore } from './ical-addresses.ts';
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
  readonly icalAddresses: IcalAddressStore;
  readonly groups: KnownGroups;
  readonly busyMemory: BusyMemory;
  /** Addresses of the administrators, as the stage configures them. */
  readonly admins: readonly string[];
  /** Sync tokens from before this time are invalid, as the stage configures it. */
  readonly syncTokensSinceMs?: number | undefined;
  /** What an import does with events of a special type, as the stage configures it. */
  readonly importedTypes: ImportedTypes;
  /** The zone of a new user's calendar and setting, as the stage configures it. */
  readonly defaultTimeZone?: string | undefined;
}

/** How a stage is set up. */
export type StageSettings = Pick<CalendarStores, 'admins' | 'importedTypes' | 'syncTokensSinceMs' | 'defaultTimeZone'>;

export type ImportedTypes = 'convert' | 'refuse';
