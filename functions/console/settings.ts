import { CONSOLE_CLIENT_ID } from '#lib/oauth/model/client';
import type { Config } from '#lib/runtime/process/config';

/** What the page is told about its stage; nothing in it is secret. */
export interface PageSettings {
  readonly stage: string;
  /** Whether this is a laptop, which has a workshop. */
  readonly isLocal: boolean;
  /** Undefined where the stage names nobody who signs people in for the console. */
  readonly signIn: SignInSettings | undefined;
}

export interface SignInSettings {
  /** Empty: this host itself. */
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
}

const SCOPE = ['calendar', 'books', 'doubleclicksearch'].map((name) => `https://www.googleapis.com/auth/${name}`);

export function pageSettings({ stage, signIn, consoleSignIn }: Config): PageSettings {
  const scope = SCOPE.join(' ');
  const own = signIn === undefined ? undefined : { issuer: '', clientId: CONSOLE_CLIENT_ID, scope };
  const given = consoleSignIn && { scope: `openid offline_access ${scope}`, ...consoleSignIn };
  return { stage, isLocal: signIn?.isWithoutPassword ?? false, signIn: given ?? own };
}
