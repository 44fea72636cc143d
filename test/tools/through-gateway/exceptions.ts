/** Tests that cannot pass through a gateway, and why. Each must fail there: one that passes is taken off this list. */

export interface Exception {
  /** A file below test/, and the beginning of the test's full name; all tests of the file when left out. */
  readonly file: string;
  readonly test?: string;
  readonly why: string;
}

const SIGN_IN = 'Sign-in belongs to the stage in front: its clients and people are not those of the upstream.';

export const EXCEPTIONS: readonly Exception[] = [
  { file: 'client/google-auth.test.ts', why: SIGN_IN },
  { file: 'client/consent-page.test.ts', why: SIGN_IN },
];
