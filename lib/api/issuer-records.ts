/**
 * What the services of a stage must know of the stage's own authorization server: the keys that sign its tokens, and
 * which tokens are revoked. Every service's table has a copy, so that no service reads the table with the secrets.
 */

export interface PublishedKey {
  readonly kid: string;
  /** Public. */
  readonly jwk: Readonly<Record<string, unknown>>;
}

export interface Revocation {
  /** A token's `jti`, or the `gid` of all tokens that came from one consent. */
  readonly id: string;
  readonly atMs: number;
}

export interface IssuerRecords {
  keys(): Promise<PublishedKey[]>;
  publish(key: PublishedKey, expiresSeconds: number): Promise<void>;
  /** Those that were written at or after a moment, oldest first. */
  revokedSince(ms: number): Promise<Revocation[]>;
  revoke(revocation: Revocation, expiresSeconds: number): Promise<void>;
}
