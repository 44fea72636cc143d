/** Reports of an ads service that is elsewhere: they are kept here where they can be asked for without their owners. */
import type { ReportRequest } from '#lib/ads/reports/request/request';
import type { ReportStores } from '#lib/ads/reports/run/stores';
import { mappingFromUpstream } from '#lib/ads/reports/upstream/id-mapping';
import { orderUpstream } from '#lib/ads/reports/upstream/order';
import type { AskUpstream } from '#lib/ads/reports/upstream/upstream';
import { MANAGE_ADS } from '#lib/ads/scopes';
import type { Context, User } from '#lib/api/context';
import type { CheckedRequest } from '#lib/api/upstream';
import type { KeptOperation } from '#lib/middleware/forward-operation';
import { config } from '#lib/runtime/process/config';
import type { OpenedUpstream } from '#lib/runtime/upstream';
import { objects } from '#lib/stores/s3/client';
import { s3FetchedMappings } from '#lib/stores/s3/fetched-mappings';
import { withoutInside } from '#lib/upstream/forward';
import { idMappingMaxAgeMs } from './report-settings.ts';

/** A file whose server knows no ranges comes in one piece. */
const MAX_BYTES = 512 * 1024 * 1024;
const TIME_LIMIT_MS = 60_000;

/** With the callers' own tokens nothing can be done without them: then nothing is kept here. */
export const keepsReports = (): boolean =>
  config.upstreams.ads !== undefined && config.upstreams.ads.credentials !== 'caller';

export const askOn =
  ({ client, authorize }: OpenedUpstream, timeLimitMs = TIME_LIMIT_MS): AskUpstream =>
  async (request, email) => {
    const caller = { kind: 'user', email, scopes: [MANAGE_ADS], clientId: undefined } as const;
    const { headers, refused } = await authorize({ caller, token: undefined, apiKey: undefined });
    const answer = await client.send(
      { ...request, headers: { ...request.headers, ...headers } },
      { maxBytes: MAX_BYTES, timeLimitMs },
    );
    if (answer.status === 401) refused();
    return answer;
  };

type Reading = Context<ReportStores, User>;

const here: KeptOperation = ({ operation }, input, context) => operation.run(input, context);

function keptBy(upstream: OpenedUpstream): Readonly<Record<string, KeptOperation>> {
  const { forward } = upstream;
  const dependencies = {
    forward,
    ask: askOn(upstream, 20_000),
    mappings: s3FetchedMappings(objects, config.bucket),
    maxAgeMs: idMappingMaxAgeMs,
  };
  const request = (asked: CheckedRequest, { body }: { readonly body: ReportRequest }, context: Reading) =>
    orderUpstream(asked, body, context, forward);
  const idMapping = (
    asked: CheckedRequest,
    { path }: { readonly path: { readonly agencyId: string; readonly advertiserId: string } },
    context: Reading,
  ) => withoutInside(() => mappingFromUpstream(asked, path, context, dependencies));
  return {
    'doubleclicksearch.reports.request': request,
    'doubleclicksearch.reports.get': here,
    'doubleclicksearch.reports.getFile': here,
    'doubleclicksearch.reports.getIdMappingFile': idMapping,
  };
}

export const keepingReports = (upstream: OpenedUpstream | undefined): OpenedUpstream | undefined =>
  upstream !== undefined && keepsReports() ? { ...upstream, kept: keptBy(upstream) } : upstream;
