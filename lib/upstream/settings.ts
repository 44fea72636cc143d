/**
 * Which services a stage hands on to another of the same protocol. This folder is the way there: `forward.ts` puts an
 * operation to the upstream, `credentials/` finds out in whose name. In `client/`, `client.ts` sends one request
 * (`addresses.ts` says where to), and `patient-client.ts` sends it again while that is safe, with `breaker.ts`;
 * `odd-ids.ts` is for ids that no path carries.
 */

export const UPSTREAM_SERVICES = ['calendar', 'books', 'ads'] as const;
export type UpstreamService = (typeof UPSTREAM_SERVICES)[number];

/** `caller`: the caller's own token. `serviceAccount`: a token in the caller's name. `service`: one identity for all. */
const CREDENTIALS = ['caller', 'serviceAccount', 'service'] as const;
export type Credentials = (typeof CREDENTIALS)[number];

export interface Upstream {
  /** Ends in a slash. */
  readonly rootUrl: string;
  readonly credentials: Credentials;
  /** Name or ARN of the secret with the key file of the service account. */
  readonly secret?: string | undefined;
  /** Where the upstream tells whose a token is; below its root when left out. */
  readonly tokenInfoUrl?: string | undefined;
  /** `private` also reaches addresses of the stage's own network, and these without encryption. */
  readonly network?: 'public' | 'private' | undefined;
}

export type Upstreams = Readonly<Partial<Record<UpstreamService, Upstream>>>;

/** A setting that cannot be used, and why. */
export class InvalidUpstream extends Error {}

const EXAMPLE = '{"calendar":{"rootUrl":"https://api.example.com/","credentials":"caller"}}';
const NETWORKS = ['public', 'private'] as const;
const NAMES = ['rootUrl', 'credentials', 'secret', 'tokenInfoUrl', 'network'];

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Said below, as for other values.
  }
  throw new InvalidUpstream(`upstream is a JSON object such as ${EXAMPLE}, not '${text}'.`);
}

function choice<T extends string>(where: string, value: unknown, choices: readonly T[], otherwise?: T): T {
  const found = choices.find((one) => one === (value ?? otherwise));
  if (found === undefined) throw new InvalidUpstream(`${where} is ${choices.join(', ')}, not '${String(value)}'.`);
  return found;
}

function urlOf(where: string, value: unknown, isRoot: boolean): string {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new InvalidUpstream(`${where} is an address such as https://api.example.com/, not '${String(value)}'.`);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new InvalidUpstream(`${where} has no password, no query and no fragment.`);
  return isRoot && !url.href.endsWith('/') ? `${url.href}/` : url.href;
}

function readOne(service: string, value: unknown): Upstream {
  if (!isObject(value)) throw new InvalidUpstream(`upstream.${service} is an object with a rootUrl.`);
  const unknown = Object.keys(value).find((name) => !NAMES.includes(name));
  if (unknown !== undefined)
    throw new InvalidUpstream(`upstream.${service} has ${NAMES.join(', ')}, but no '${unknown}'.`);
  const { secret, tokenInfoUrl } = value;
  const credentials = choice(`upstream.${service}.credentials`, value['credentials'], CREDENTIALS, 'caller');
  if (credentials !== 'caller' && (typeof secret !== 'string' || secret === ''))
    throw new InvalidUpstream(
      `upstream.${service}.secret names the secret with the key of the service account, which credentials '${credentials}' need.`,
    );
  if (credentials === 'caller' && secret !== undefined)
    throw new InvalidUpstream(`upstream.${service}.secret is for credentials 'serviceAccount' and 'service'.`);
  return {
    rootUrl: urlOf(`upstream.${service}.rootUrl`, value['rootUrl'], true),
    credentials,
    ...(typeof secret === 'string' && { secret }),
    ...(tokenInfoUrl !== undefined && {
      tokenInfoUrl: urlOf(`upstream.${service}.tokenInfoUrl`, tokenInfoUrl, false),
    }),
    network: choice(`upstream.${service}.network`, value['network'], NETWORKS, 'public'),
  };
}

/** The setting of a stage, checked. */
export function readUpstreams(text: string | undefined): Upstreams {
  if (text === undefined || text === '') return {};
  const entries = Object.entries(parse(text)).map(([name, value]) => {
    const service = choice('A service of upstream', name, UPSTREAM_SERVICES);
    return [service, readOne(service, value)] as const;
  });
  return Object.fromEntries(entries);
}
