/** Who may sign the tokens of a stage. */

export interface Issuer {
  readonly issuer: string;
  /** Where the issuer publishes its keys. */
  readonly jwksUri?: string;
  /** The keys themselves, for an issuer that has no address (the local one). */
  readonly jwks?: { readonly keys: readonly Record<string, unknown>[] };
  /** What `aud` must hold. Every issuer of a deployed stage has one: its tokens for other services are not for us. */
  readonly audience?: string;
  /** For issuers that never write `email_verified` and verify every address: tokens without that claim are accepted. */
  readonly allowsUnverifiedEmail?: boolean;
}
