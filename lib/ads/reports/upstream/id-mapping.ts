/** reports.getIdMappingFile: the upstream's table, kept here and fetched again when it is older than a setting. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { answerWithMapping } from '#lib/ads/reports/run/id-mapping';
import type { ReportStores } from '#lib/ads/reports/run/stores';
import type { Context, User } from '#lib/api/context';
import type { FileAnswer } from '#lib/api/operation';
import type { CheckedRequest, Forward, ForwardedAnswer } from '#lib/api/upstream';
import { fetchFile } from './fetch-file.ts';
import type { AskUpstream } from './upstream.ts';

export interface FetchedMappings {
  /** When the table of an advertiser was fetched; undefined when it is not here. */
  fetchedAtMs(advertiserId: string): Promise<number | undefined>;
  write(advertiserId: string, text: Uint8Array, fetchedAtMs: number): Promise<void>;
}

export interface MappingDependencies {
  readonly forward: Forward;
  readonly ask: AskUpstream;
  readonly mappings: FetchedMappings;
  readonly maxAgeMs: number;
}

/** Whether the caller may see it is the upstream's to say, each time. */
export async function mappingFromUpstream(
  asked: CheckedRequest,
  { agencyId, advertiserId }: { readonly agencyId: string; readonly advertiserId: string },
  context: Context<Pick<ReportStores, 'idMappings'>, User>,
  { forward, ask, mappings, maxAgeMs }: MappingDependencies,
): Promise<FileAnswer | ForwardedAnswer> {
  const isJson = asked.query.get('alt') === 'json';
  const query = new URLSearchParams({ alt: 'json' });
  const seen = await forward({ ...asked, isHead: false, query: isJson ? asked.query : query, headers: {} });
  if (seen.status >= 400 || isJson) return seen;
  const { caller, clock, stores } = context;
  const nowMs = clock.now().getTime();
  const fetchedAtMs = await mappings.fetchedAtMs(advertiserId);
  if (fetchedAtMs === undefined || nowMs - fetchedAtMs >= maxAgeMs) {
    const ids = [agencyId, advertiserId].map(encodeURIComponent);
    const path = `doubleclicksearch/v2/agency/${String(ids[0])}/advertiser/${String(ids[1])}/idmapping?alt=media`;
    const text = await buffer(Readable.from(fetchFile(path, caller.email, ask).bytes));
    await mappings.write(advertiserId, text, nowMs);
  }
  return answerWithMapping(await stores.idMappings.find(advertiserId), context);
}
