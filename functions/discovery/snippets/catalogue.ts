/**
 * How clients are pointed here: the one list that functions/README.md and the documentation page are made of.
 * `test/client/snippets.test.ts` runs them as the page shows them.
 */
import { googleClients } from './google-clients.ts';
import { otherClients } from './other-clients.ts';
import type { Snippet } from './snippet.ts';
import { typedClients } from './typed-clients.ts';

export const snippets: readonly Snippet[] = [...googleClients, ...typedClients, ...otherClients];
