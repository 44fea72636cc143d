/** In whose name a request goes to the upstream. */
import type { CheckedRequest } from '#lib/api/upstream';
import { UpstreamFailure } from '#lib/upstream/client/failure';

export interface Authorization {
  readonly headers: Readonly<Record<string, string>>;
  /** The upstream has refused it (401): it is not used again. Throws where that is not the caller's fault. */
  refused(): void;
}

export type Asked = Pick<CheckedRequest, 'caller' | 'token' | 'apiKey'>;
export type Authorize = (request: Asked) => Promise<Authorization>;

/** Hands the caller's own token on, or the caller's own key. */
export const asCaller =
  (forget: (token: string) => void): Authorize =>
  ({ token, apiKey }) =>
    Promise.resolve({
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(token === undefined && apiKey !== undefined && { 'x-goog-api-key': apiKey }),
      },
      refused() {
        if (token !== undefined) forget(token);
      },
    });

/** A token of the service account: in the caller's name, or (`service`) in its own. */
export interface AccountTokens {
  tokenFor(subject: string | undefined, scopes: readonly string[]): Promise<string>;
  forget(token: string): void;
}

/** Callers with an API key of ours have no name: what is public is asked for without any. */
export const asAccount =
  (tokens: AccountTokens, speaksFor: 'caller' | 'itself'): Authorize =>
  async ({ caller }) => {
    if (caller.kind === 'anonymous') return { headers: {}, refused: () => undefined };
    const token = await tokens.tokenFor(speaksFor === 'caller' ? caller.email : undefined, caller.scopes);
    return {
      headers: { authorization: `Bearer ${token}` },
      refused() {
        tokens.forget(token);
        throw new UpstreamFailure('broken', 'the token of the service account was refused');
      },
    };
  };
