/** What the authorization server asks of storage. */
import type { Client } from './model/client.ts';
import type {
  AuthorizationCode,
  ConsentRequest,
  Device,
  Grant,
  Person,
  RefreshToken,
  Session,
  SigningKey,
} from './model/records.ts';

/** A record as it was read. */
export interface Stored<T> {
  readonly id: string;
  readonly value: T;
  readonly revision: number;
}

export interface Records<T> {
  /** Strongly consistent; undefined also for what has expired. */
  find(id: string): Promise<Stored<T> | undefined>;
  /** False when there is one already. */
  add(id: string, value: T, expiresMs?: number): Promise<boolean>;
  put(id: string, value: T, expiresMs?: number): Promise<void>;
  /** False when it was changed or removed since it was read. */
  replace(read: Stored<T>, value: T, expiresMs?: number): Promise<boolean>;
  /** False when there was none: of two who remove it, one succeeds. */
  remove(id: string): Promise<boolean>;
}

/** Few enough to be read together. */
export interface ListedRecords<T> extends Records<T> {
  list(): Promise<T[]>;
}

/** Counts wrong attempts by bucket and minute. */
export interface AttemptStore {
  count(bucket: string, minute: number): Promise<number>;
  add(bucket: string, minute: number): Promise<void>;
}

export interface OAuthStores {
  readonly clients: ListedRecords<Client>;
  readonly people: ListedRecords<Person>;
  readonly keys: ListedRecords<SigningKey>;
  readonly sessions: Records<Session>;
  readonly consentRequests: Records<ConsentRequest>;
  readonly grants: Records<Grant>;
  readonly codes: Records<AuthorizationCode>;
  readonly refreshTokens: Records<RefreshToken>;
  readonly devices: Records<Device>;
  /** What a person types -> id of the device. */
  readonly userCodes: Records<{ readonly device: string }>;
  readonly attempts: AttemptStore;
}
