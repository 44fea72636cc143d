/**
 * Reports of an ads service that is elsewhere: they are kept here. Those that can be asked for without their owners come
 * on a schedule; with the callers' own tokens they come while an owner asks for them.
 */
import type { ReportRequest } from '#lib/ads/reports/request/request';
import type { ReportStores } from '#lib/ads/reports/run/stores';
import { followOnRequest } from '#lib/ads/reports/upstream/follow-due';
import { mappingFromUpstream } from '#lib/ads/reports/upstream/id-mapping';
import { orderUpstream } from '#lib/ads/reports/upstream/order';
import { OutOfTime, type AskUpstream, type UpstreamRequest } from '#lib/ads/reports/upstream/upstream';
import { MANAGE_ADS } from '#lib/ads/scopes';
import type { Context, User } from '#lib/api/context';
import type { CheckedRequest } from '#lib/api/upstream';
import type { KeptOperation } from '#lib/middleware/forward-operation';
import { bucket } from '#lib/runtime/bucket';
import { config } from '#lib/runtime/process/config';
import type { OpenedUpstream } from '#lib/runtime/upstream';
import { s3FetchedMappings } from '#lib/stores/s3/fetched-mappings';
import type { UpstreamAnswer } from '#lib/upstream/client/client';
import { fileBehind } from '#lib/upstream/client/storage';
import type { Asked } from '#lib/upstream/credentials/authorize';
import { withoutInside } from '#lib/upstream/forward';
import { idMappingMaxAgeMs } from './report-settings.ts';

interface AskLimits {
  readonly timeLimitMs: number;
  /** A file whose server knows no ranges comes in one piece. */
  readonly maxBytes: number;
  readonly caller?: string | undefined;
}

const MB = 1024 * 1024;
const ON_SCHEDULE: AskLimits = { timeLimitMs: 60_000, maxBytes: 512 * MB };
/** API Gateway waits for 30 seconds: nothing more is asked for after 18, and what was asked for ends in time. */
const ON_REQUEST: AskLimits = { timeLimitMs: 8_000, maxBytes: 64 * MB };
const BRINGING_MS = 18_000;

/** With the callers' own tokens nothing can be done without them. */
export const asksByItself = (): boolean =>
  config.upstreams.ads !== undefined && config.upstreams.ads.credentials !== 'caller';

async function ask(
  { client, authorize, clientTo }: OpenedUpstream,
  request: UpstreamRequest,
  asker: Asked,
  limits: AskLimits,
): Promise<UpstreamAnswer> {
  const { headers, refused } = await authorize(asker);
  const authorized = { ...request, headers: { ...request.headers, ...headers } };
  const answer = await client.send(authorized, { ...limits, takesRedirects: true });
  if (answer.status === 401) refused();
  return fileBehind(answer, request, clientTo, limits);
}

/** In the name of whoever owns a report. */
export const askOnSchedule =
  (upstream: OpenedUpstream): AskUpstream =>
  (request, email) => {
    const caller = { kind: 'user', email, scopes: [MANAGE_ADS], clientId: undefined } as const;
    return ask(upstream, request, { caller, token: undefined, apiKey: undefined }, ON_SCHEDULE);
  };

/** In the name of the caller, who is the owner, within the time of the caller's request. */
function askOnRequest(upstream: OpenedUpstream, asked: CheckedRequest): AskUpstream {
  const endsAt = performance.now() + BRINGING_MS;
  return async (request) => {
    if (performance.now() >= endsAt) throw new OutOfTime();
    return ask(upstream, request, asked, { ...ON_REQUEST, caller: asked.caller.email ?? '' });
  };
}

type Reading = Context<ReportStores, User>;

const here: KeptOperation = ({ operation }, input, context) => operation.run(input, context);

function keptBy(upstream: OpenedUpstream): Readonly<Record<string, KeptOperation>> {
  const { forward } = upstream;
  const mappings = s3FetchedMappings(bucket);
  const request = (asked: CheckedRequest, { body }: { readonly body: ReportRequest }, context: Reading) =>
    orderUpstream(asked, body, context, forward);
  const idMapping = (
    asked: CheckedRequest,
    { path }: { readonly path: { readonly agencyId: string; readonly advertiserId: string } },
    context: Reading,
  ) =>
    withoutInside(() => {
      const dependencies = { forward, ask: askOnRequest(upstream, asked), mappings, maxAgeMs: idMappingMaxAgeMs };
      return mappingFromUpstream(asked, path, context, dependencies);
    });
  const bring: KeptOperation = async (asked, input, context) => {
    const { path } = input as { readonly path: { readonly reportId: string } };
    const reading: Reading = context;
    await followOnRequest(path.reportId, reading.caller.email, { ...reading, ask: askOnRequest(upstream, asked) });
    return here(asked, input, context);
  };
  return {
    'doubleclicksearch.reports.request': request,
    'doubleclicksearch.reports.get': asksByItself() ? here : bring,
    'doubleclicksearch.reports.getFile': here,
    'doubleclicksearch.reports.getIdMappingFile': idMapping,
  };
}

export const keepingReports = (upstream: OpenedUpstream | undefined): OpenedUpstream | undefined =>
  upstream && { ...upstream, kept: keptBy(upstream) };
