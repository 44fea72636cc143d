/** What a stage gets that has services in front of others. */
import { UPSTREAM_PAUSED } from '#lib/upstream/client/breaker';
import {
  InvalidUpstream,
  readUpstreams,
  type Upstream,
  type Upstreams,
  type UpstreamService,
} from '#lib/upstream/settings';
import { hostOf, isRefusedHost } from '#lib/webhook/addresses';
import type { Resources } from './alarm.ts';
import { logMetrics, namespaceOf } from './log-metrics.ts';

/** Those that have nothing to do where there is no other service to ask. */
export const UPSTREAM_FUNCTIONS: readonly string[] = ['hooks', 'pullReports', 'pullCalendars'];

/** The service whose operations a function serves, or whose upstream it asks. */
const SERVICES: readonly (readonly [RegExp, UpstreamService])[] = [
  [/^(?:calendar[A-Z]|batch$|deliverNotifications$)/, 'calendar'],
  [/^books[A-Z]/, 'books'],
  [/^(?:ads[A-Z]|pollReports$|pullReports$)/, 'ads'],
];

/** The upstream that a function asks; undefined where it asks none. */
export function upstreamOf(functionName: string, setting: string | undefined): Upstream | undefined {
  const service = SERVICES.find(([pattern]) => pattern.test(functionName))?.[1];
  return service && readUpstreams(setting)[service];
}

/** An alarm for upstreams that keep failing. */
export function upstreamAlarms(
  stage: string,
  functions: readonly { readonly name: string; readonly prefix: string }[],
  setting: string | undefined,
): Resources {
  const asking = functions.filter(({ name }) => upstreamOf(name, setting) !== undefined);
  if (asking.length === 0) return {};
  const line = {
    metric: 'upstreamsPaused',
    in: asking.map(({ prefix }) => `${prefix}LogGroup`),
    pattern: `{ $.message = "${UPSTREAM_PAUSED}" }`,
    value: '1',
    description: 'An upstream kept failing and is spared for a while',
  };
  return logMetrics(line, namespaceOf(stage));
}

function objectionTo(upstreams: Upstreams): string | undefined {
  for (const [service, { rootUrl, network, secret }] of Object.entries(upstreams)) {
    if (secret?.startsWith('file:'))
      return `upstream.${service}.secret names a secret, not a file: that is for laptops.`;
    if (network === 'private') continue;
    const url = new URL(rootUrl);
    if (url.protocol !== 'https:')
      return `upstream.${service}.rootUrl must be https, not ${rootUrl}. Inside the stage's own network, say "network":"private".`;
    if (isRefusedHost(hostOf(url), { allowLoopback: false }))
      return `upstream.${service}.rootUrl is no public address: ${rootUrl}. Inside the stage's own network, say "network":"private".`;
  }
  return undefined;
}

/** Why a stage must not be deployed with this setting; undefined if it may. */
export function upstreamProblem(text: string): string | undefined {
  try {
    return objectionTo(readUpstreams(text));
  } catch (error) {
    if (error instanceof InvalidUpstream) return error.message;
    throw error;
  }
}
