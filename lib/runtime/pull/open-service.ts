/** The service that people come from. */
import { tokensFrom } from '#lib/pull/http/credentials';
import { jsonClient, type JsonClient } from '#lib/pull/http/json-client';
import { Pace } from '#lib/pull/http/pace';
import { systemClock } from '#lib/runtime/process/clock';
import type { Network } from '#lib/upstream/client/addresses';
import { upstreamClient, type UpstreamClient } from '#lib/upstream/client/client';
import { oddIdsInBatches } from '#lib/upstream/client/odd-ids';

export interface UpstreamOptions {
  /** Ends in a slash. */
  readonly from: string;
  /** The text of a credentials file. */
  readonly credentials: string;
  readonly network: Network;
  /** Fewer where a run has little time. */
  readonly maxAttempts?: number;
}

interface ServiceOptions extends UpstreamOptions {
  readonly basePath: string;
  readonly scopes: readonly string[];
}

export interface OpenService {
  /** In one person's name. */
  as(email: string): JsonClient;
  close(): void;
}

/** A service elsewhere, in anybody's name. All who are asked for share connections and pace. */
export function openService({
  from,
  credentials,
  network,
  basePath,
  scopes,
  maxAttempts,
}: ServiceOptions): OpenService {
  const clients: UpstreamClient[] = [];
  const clientTo = (rootUrl: string): UpstreamClient => {
    const client = upstreamClient({ rootUrl, ...network });
    clients.push(client);
    return client;
  };
  const tokensFor = tokensFrom({ text: credentials, scopes, clientTo, clock: systemClock });
  const client = basePath.startsWith('calendar/') ? oddIdsInBatches(clientTo(from), from) : clientTo(from);
  const pace = new Pace();
  return {
    as: (email) =>
      jsonClient({
        client,
        basePath,
        tokens: tokensFor(email),
        pace,
        ...(maxAttempts !== undefined && { maxAttempts }),
      }),
    close: () => {
      for (const one of clients) one.close();
    },
  };
}
