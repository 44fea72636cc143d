/** Who may sign the tokens of a stage. */

/** The stage's settings, parsed once from the environment that `serverless.yml` and the local stack write. */

export interface Issuer {
  readonly issuer: string;
  /** Where the issuer publishes its keys. */
  readonly jwksUri?: string;
  /** The keys themselves, for an issuer that has no address (the local one). */
  readonly jwks?: { readonly keys: readonly Record<string, unknown>[] };
  readonly audience?: string;
}
