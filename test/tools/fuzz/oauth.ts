/** Odd requests to every path of the authorization server, and what is wrong with an answer. */
import { endpoints } from '#functions/oauth/endpoints';
import type { Random } from '#test/tools/shared/random';
import type { ReceivedAnswer, SendRequest, SentRequest } from '#test/tools/shared/request-sender';
import { hostileText } from './hostile-values.ts';

/** Values that some requests would be served with. */
export type ValidValues = Readonly<Record<string, readonly string[]>>;

const ALLOWED = new Set([200, 302, 304, 400, 401, 403, 404, 405, 413, 428, 429, 431]);
const TYPES = [
  'application/x-www-form-urlencoded',
  'application/json',
  'text/plain',
  'multipart/form-data; boundary=x',
  '',
];
const METHODS = ['GET', 'POST', 'HEAD', 'PUT', 'DELETE', 'PATCH'];
const MAX_URL_LENGTH = 8_000;

export const ROUTES: readonly (readonly [method: string, path: string])[] = endpoints.flatMap(({ routes }) =>
  routes.map((route) => route.split(' ') as [string, string]),
);

export interface OAuthFinding {
  readonly sent: SentRequest;
  readonly status: number;
  readonly faults: readonly string[];
}

function fieldsFor(valid: ValidValues, random: Random): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, values] of Object.entries(valid)) {
    if (random.percent(25)) continue;
    fields.append(name, random.percent(75) ? (random.pick(values) ?? '') : hostileText(random).toWellFormed());
    if (random.percent(3)) fields.append(name, random.pick(values) ?? '');
  }
  if (random.percent(10)) fields.append(hostileText(random).toWellFormed(), hostileText(random).toWellFormed());
  return fields;
}

const headerText = (random: Random): string =>
  hostileText(random)
    .replaceAll(/[^\x20-\x7e]/g, '')
    .slice(0, 500);

function oddRequest(route: readonly [string, string], valid: ValidValues, random: Random): SentRequest {
  const [declared, path] = route;
  const method = random.percent(92) ? declared : random.pick(['GET', ...METHODS]);
  const fields = fieldsFor(valid, random);
  const inQuery = method !== 'POST' || random.percent(10);
  const type = random.percent(85) ? 'application/x-www-form-urlencoded' : (random.pick(TYPES) ?? '');
  const text = type === 'application/json' ? JSON.stringify(Object.fromEntries(fields)) : fields.toString();
  const body = random.percent(5) ? hostileText(random) : text;
  const cookie = random.percent(20) ? { cookie: `almanac_session=${headerText(random)}` } : {};
  const authorization = random.percent(20)
    ? { authorization: random.pick([`Bearer ${headerText(random)}`, `Basic ${headerText(random)}`, 'Basic Og==']) }
    : {};
  return {
    method,
    url: (inQuery ? `${path}?${fields.toString()}` : path).slice(0, MAX_URL_LENGTH),
    headers: { host: '127.0.0.1:8080', ...(type !== '' && { 'content-type': type }), ...cookie, ...authorization },
    ...(!inQuery && { body }),
  };
}

function isErrorForm(text: string): boolean {
  try {
    const { error, error_description: description, message } = JSON.parse(text) as Record<string, unknown>;
    return typeof message === 'string' || (typeof error === 'string' && typeof description === 'string');
  } catch {
    return false;
  }
}

/** `ownHosts` are those that a redirect may lead to. */
export function oauthFaults(got: ReceivedAnswer, isHead: boolean, ownHosts: readonly string[]): string[] {
  const { status, headers, text } = got;
  const isPage = (headers['content-type'] ?? '').startsWith('text/html');
  const location = headers['location'];
  return [
    ...(ALLOWED.has(status) ? [] : [`status ${String(status)}`]),
    ...(isPage && /<script|<img|<svg|onerror=/i.test(text) ? ['the page has a tag that was sent to it'] : []),
    ...(isPage && !(headers['content-security-policy'] ?? '').includes("default-src 'none'") ? ['no policy'] : []),
    ...(status >= 400 && !isPage && !isHead && !isErrorForm(text) ? ["the error is not in OAuth's form"] : []),
    ...(location !== undefined && !ownHosts.includes(new URL(location).host) ? [`leads to ${location}`] : []),
    ...(status < 400 && !(headers['cache-control'] ?? '').match(/no-store|max-age/) ? ['may be stored'] : []),
  ];
}

export async function fuzzOAuth(
  send: SendRequest,
  {
    requests,
    random,
    valid,
    ownHosts,
  }: { requests: number; random: Random; valid: ValidValues; ownHosts: readonly string[] },
): Promise<{ readonly findings: OAuthFinding[]; readonly statuses: ReadonlyMap<string, ReadonlySet<number>> }> {
  const findings: OAuthFinding[] = [];
  const statuses = new Map<string, Set<number>>();
  for (let index = 0; index < requests; index += 1) {
    const route = ROUTES[index % ROUTES.length] as (typeof ROUTES)[number];
    const sent = oddRequest(route, valid, random);
    const got = await send(sent);
    statuses.set(route[1], (statuses.get(route[1]) ?? new Set()).add(got.status));
    const faults = oauthFaults(got, sent.method === 'HEAD', ownHosts);
    if (faults.length > 0) findings.push({ sent, status: got.status, faults });
  }
  return { findings, statuses };
}
