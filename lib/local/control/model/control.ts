/** What tests may do with a local stack besides using its services. */
import type { ActiveRule, FaultRules } from '#lib/local/faults/http/rules';
import type { Grant } from '#lib/local/sign-in/issuer';
import type {
  ClockState,
  ImportReport,
  OpenChannel,
  OutboxMail,
  RecordedDelivery,
  RecordedRequest,
} from './records.ts';

export interface Control {
  /** The world as it was when the stack was ready, and neither faults nor records. */
  reset(): Promise<void>;
  snapshot(name: string): Promise<void>;
  restore(name: string): Promise<void>;
  snapshots(): readonly string[];
  /** Adds a world in the form of a seed file; the sample data for `{ world: 'sample' }` and when there is nothing. */
  seed(document?: Readonly<Record<string, unknown>>): Promise<void>;
  /** The world as it is, in the form of a seed file. */
  exportSeed(): Promise<Readonly<Record<string, unknown>>>;
  moveClock(move: ClockMove): Promise<ClockState>;
  clock(): ClockState;
  readonly faults: Pick<FaultRules, 'add' | 'remove' | 'clear'> & { list(): readonly ActiveRule[] };
  /** Those after the one of this number; all for 0. */
  requests(after: number): readonly RecordedRequest[];
  outbox(): Promise<readonly OutboxMail[]>;
  deliveries(): Promise<readonly RecordedDelivery[]>;
  channels(): Promise<readonly OpenChannel[]>;
  importBooks(file: { readonly name: string; readonly bytes: Buffer }): Promise<ImportReport>;
  token(grant: Grant): Promise<string>;
  key(): string;
}

export type ClockMove =
  | { readonly set: string; readonly isFrozen: boolean }
  | { readonly advance: number | string }
  | { readonly release: true };
