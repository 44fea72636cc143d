/** The stage's own OpenID Connect issuer, at which people sign in: we are one of its clients. */

export interface SignInAttempt {
  /** Where the issuer sends the browser back to. */
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  /** PKCE. */
  readonly verifier: string;
}

export interface IdentityProvider {
  /** Where the browser is sent to. */
  authorizationUrl(
    attempt: SignInAttempt,
    options: { readonly loginHint?: string; readonly prompt?: string },
  ): Promise<string>;
  /** The verified address; undefined when the issuer does not vouch for one. */
  emailFor(code: string, attempt: SignInAttempt): Promise<string | undefined>;
}
