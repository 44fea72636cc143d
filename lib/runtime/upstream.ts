/** A service of this stage whose data is elsewhere: how its requests get there, and who its callers are. */
import { invalidToken } from '#lib/middleware/auth/challenges';
import type { VerifyToken } from '#lib/middleware/auth/verify-token';
import type { ForwardedService } from '#lib/middleware/forward-operation';
import { breaker } from '#lib/upstream/client/breaker';
import { upstreamClient, type UpstreamClient } from '#lib/upstream/client/client';
import { oddIdsInBatches } from '#lib/upstream/client/odd-ids';
import { patientClient, type PatientClient } from '#lib/upstream/client/patient-client';
import { asAccount, asCaller, type Authorize } from '#lib/upstream/credentials/authorize';
import { readAccountKey, serviceAccountTokens } from '#lib/upstream/credentials/service-account';
import { TOKEN_INFO_PATH, tokenInfo, type TokenInfo } from '#lib/upstream/credentials/token-info';
import { forwarder, withoutInside } from '#lib/upstream/forward';
import { linkRewriter } from '#lib/upstream/links';
import type { Upstream, UpstreamService } from '#lib/upstream/settings';
import { systemClock } from './process/clock.ts';
import { config } from './process/config.ts';
import { logger } from './process/logger.ts';
import { secretText } from './process/secret-text.ts';

export interface OpenedUpstream extends ForwardedService {
  readonly client: PatientClient;
  readonly authorize: Authorize;
  /** To another host, under the same rules. */
  clientTo(rootUrl: string): UpstreamClient;
  /** Where the upstream itself says who a caller is. */
  readonly verifyToken?: VerifyToken;
}

const networkOf = ({ network }: Upstream) => ({
  allowLoopback: config.loopbackWebhooks,
  allowPrivate: network === 'private',
});

const clientTo = (upstream: Upstream, rootUrl: string): UpstreamClient =>
  upstreamClient({ rootUrl, ...networkOf(upstream) });

function tokenInfoOf(upstream: Upstream, client: PatientClient): TokenInfo {
  const { tokenInfoUrl } = upstream;
  if (tokenInfoUrl === undefined) return tokenInfo(client, TOKEN_INFO_PATH, systemClock);
  const { origin, pathname } = new URL(tokenInfoUrl);
  return tokenInfo(patientClient(clientTo(upstream, `${origin}/`)), pathname.slice(1), systemClock);
}

const verifierOf =
  ({ userOf }: TokenInfo): VerifyToken =>
  async (token, sourceIp) => {
    const user = await withoutInside(() => userOf(token, sourceIp));
    if (user === undefined) throw invalidToken('upstream');
    return user;
  };

function accountOf(upstream: Upstream): Authorize {
  const tokens = serviceAccountTokens({
    readKey: async () => readAccountKey(await secretText(upstream.secret ?? '')),
    clientTo: (rootUrl) => clientTo(upstream, rootUrl),
    clock: systemClock,
  });
  return asAccount(tokens, upstream.credentials === 'serviceAccount' ? 'caller' : 'itself');
}

/** Undefined where the service has its data here. */
export function openUpstream(service: UpstreamService): OpenedUpstream | undefined {
  const upstream = config.upstreams[service];
  if (upstream === undefined) return undefined;
  const { rootUrl, credentials } = upstream;
  const direct = clientTo(upstream, rootUrl);
  const client = patientClient(service === 'calendar' ? oddIdsInBatches(direct, rootUrl) : direct, {
    breaker: breaker(service, systemClock, logger),
  });
  const info = credentials === 'caller' ? tokenInfoOf(upstream, client) : undefined;
  const authorize = info === undefined ? accountOf(upstream) : asCaller(info.forget);
  return {
    client,
    authorize,
    clientTo: (otherUrl) => clientTo(upstream, otherUrl),
    forward: forwarder({
      client,
      authorize,
      rewriteLinks: linkRewriter(service, rootUrl),
      allowLoopback: config.loopbackWebhooks,
    }),
    kept: {},
    ...(info !== undefined && { verifyToken: verifierOf(info) }),
  };
}
