/** What is kept between the requests of a flow. Codes and tokens are ids of records only by their hash. */

export interface Pkce {
  readonly challenge: string;
  readonly method: 'S256' | 'plain';
}

/** A browser that somebody uses. */
export interface Session {
  /** Undefined until somebody has signed in. */
  readonly email?: string;
}

/** What a client wants a person to be asked. */
export interface ConsentRequest {
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** Hash of the cookie of the browser that was asked. */
  readonly session: string;
  readonly loginHint?: string;
  /** The answer goes to a browser, or to a device that polls for it. */
  readonly target: RedirectTarget | DeviceTarget;
  /** While the person signs in at the stage's issuer. */
  readonly provider?: { readonly nonce: string; readonly verifier: string };
  /** The page is shown even to somebody who has allowed all of it before (`prompt=consent`). */
  readonly asksAgain?: boolean;
}

export interface RedirectTarget {
  readonly kind: 'redirect';
  readonly redirectUri: string;
  readonly state?: string;
  readonly nonce?: string;
  readonly pkce?: Pkce;
  readonly isOffline: boolean;
  readonly includesGranted: boolean;
}

export interface DeviceTarget {
  readonly kind: 'device';
  /** Id of the device's record. */
  readonly device: string;
}

/** What a person allowed a client, in sum. It ends with the first revocation; the next consent has another id. */
export interface Grant {
  readonly id: string;
  readonly email: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
}

/** What a code or a refresh token is good for. */
export interface Authorization {
  readonly clientId: string;
  readonly email: string;
  readonly scopes: readonly string[];
  readonly grantId: string;
}

export interface AuthorizationCode extends Authorization {
  readonly redirectUri: string;
  readonly nonce?: string;
  readonly pkce?: Pkce;
  readonly isOffline: boolean;
  readonly untilMs: number;
  readonly isUsed?: boolean;
}

export interface RefreshToken extends Authorization {
  readonly usedMs: number;
  /** Rotated: the next one has been handed out. */
  readonly isReplaced?: boolean;
}

/** A terminal or television that waits for somebody to allow it something elsewhere. */
export interface Device {
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly untilMs: number;
  readonly polledMs?: number;
  readonly decision?: 'denied' | Authorization;
}

export interface SigningKey {
  /** Counts up; of two processes that make the next key at once, one succeeds. */
  readonly number: number;
  readonly kid: string;
  readonly privateJwk: Readonly<Record<string, unknown>>;
  readonly publicJwk: Readonly<Record<string, unknown>>;
  readonly notBeforeMs: number;
}

/** Somebody who can be chosen on a laptop. */
export interface Person {
  readonly email: string;
}
