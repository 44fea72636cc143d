/**
 * What the services of a stage must know of the stage's own authorization server: the keys that sign its tokens, and
 * which tokens are revoked. Every service's table has a copy, so that no service reads the table with the secrets.
 */
import { hash } from 'node:crypto';

export interface PublishedKey {
  readonly kid: string;
  /** Public. */
  readonly jwk: Readonly<Record<string, unknown>>;
}

export interface Revocation {
  /** A token's `jti`, the `gid` of all tokens that came from one consent, or `revocationOfClient`. */
  readonly id: string;
  /** Ends tokens that were issued until then. */
  readonly atMs: number;
  /** When the last token that it is about has expired. */
  readonly untilMs: number;
}

/** All tokens of a client: one that is registered again under the same id gets new ones. */
export const revocationOfClient = (clientId: string): string => `client-${hash('sha256', clientId)}`;

export interface IssuerRecords {
  keys(): Promise<PublishedKey[]>;
  publish(key: PublishedKey, expiresSeconds: number): Promise<void>;
  /** Those that were written at or after a moment, oldest first. */
  revokedSince(ms: number): Promise<Revocation[]>;
  revoke(revocation: Revocation): Promise<void>;
}
