/** What a snippet is: the lines that point one client here, and how to get that client. */

/** Where `npm start` listens. The documentation page shows the address that it was opened at in its place. */
export const LAPTOP_URL = 'http://127.0.0.1:8080/';

export interface Snippet {
  /** Its place on the page: `/#client-node`. */
  readonly id: string;
  /** As it is labelled. */
  readonly client: string;
  /** Of the code, as Markdown calls it. */
  readonly language: string;
  /** The command that installs the client, or the names of its packages; undefined: nothing is needed. */
  readonly install: string | undefined;
  /** A whole program, which prints the ids of the caller's calendars where it can. */
  readonly code: string;
  /** A few sentences; names of code stand between backticks. */
  readonly note: string;
}
