/** Mutations: each changes one thing of a valid request. */
import { gzipSync } from 'node:zlib';
import type { Random } from '#test/tools/shared/random';
import { forgedKey, forgedToken } from './credentials.ts';
import { encodeSegment, type Draft } from './draft.ts';
import { hostileBody, hostileText, hostileValue } from './hostile-values.ts';

export interface MutationInputs {
  readonly random: Random;
  /** A valid token of the caller, and tokens with fewer permissions. */
  readonly token: string;
  readonly narrowToken: string;
  readonly apiKey: string;
  readonly victim: string;
}

export type Mutation = (draft: Draft, means: MutationInputs) => void;

/** Latin-1 without line breaks: no client can send other characters in a header. */
const headerText = (random: Random): string =>
  hostileText(random)
    .replaceAll(/[^\t\x20-\x7e\xa0-\xff]/g, '')
    .slice(0, 4000);

const hostileParameter: Mutation = (draft, { random }) => {
  const name = random.pick(draft.operation.parameters.filter((parameter) => parameter.in === 'query'))?.name ?? 'q';
  draft.query = [...draft.query.filter(([other]) => other !== name), [name, hostileText(random)]];
};

const repeatedParameter: Mutation = (draft, { random }) => {
  const [name, value] = random.pick(draft.query) ?? ['q', 'x'];
  const times = random.pick([2, 20, 1000]);
  draft.query.push(
    ...Array.from({ length: times }, (): [string, string] => [
      name,
      random.percent(50) ? value : hostileText(random).slice(0, 30),
    ]),
  );
};

const missingParameter: Mutation = (draft, { random }) => {
  draft.query.splice(random.below(draft.query.length + 1), 1);
};

const brokenQuery: Mutation = (draft, { random }) => {
  draft.rawQuery = random.pick([
    '%',
    '%zz=1',
    'a=%e0%a4',
    '=',
    '&&&',
    'fields=%',
    '?a=b',
    'a[]=1&a[b]=2',
    'q=%ff%fe',
    '+=+',
    'pageToken=%00',
    '__proto__=1&constructor=2',
    'timeMin=2026-03-10T09:00:00+01:00',
    `x=${'%20'.repeat(2000)}`,
  ]);
};

const variableSegments = ({ operation, path }: Draft): number[] =>
  operation.template
    .split('/')
    .slice(1)
    .flatMap((segment, index) => (segment.startsWith('{') && index < path.length ? [index] : []));

const hostileSegment: Mutation = (draft, { random }) => {
  const index = random.pick(variableSegments(draft));
  if (index === undefined) return;
  draft.path[index] = encodeSegment(hostileText(random));
  draft.mayReachOther = true;
};

const brokenPath: Mutation = (draft, { random }) => {
  const index = random.below(draft.path.length);
  draft.path[index] = random.pick([
    '%',
    '%zz',
    '%e0%a4',
    '',
    '.',
    '..',
    '%2e%2e',
    '%2F',
    'a%2Fb',
    '%00',
    '%0d%0aX-Injected:%201',
    'watch',
    'import',
    '%c0%ae',
    'x'.repeat(6000),
  ]);
  draft.mayReachOther = true;
};

/** All objects and lists in a value, including itself. */
function containersIn(value: unknown): (Record<string, unknown> | unknown[])[] {
  if (typeof value !== 'object' || value === null) return [];
  return [value as Record<string, unknown> | unknown[], ...Object.values(value).flatMap(containersIn)];
}

const hostileField: Mutation = (draft, { random }) => {
  draft.body ??= {};
  const container = random.pick(containersIn(draft.body));
  if (container === undefined) return;
  if (Array.isArray(container)) container[random.below(container.length + 1)] = hostileValue(random);
  else container[random.pick(Object.keys(container)) ?? 'summary'] = hostileValue(random);
};

const extraField: Mutation = (draft, { random }) => {
  const container = random.pick(containersIn(draft.body));
  if (container !== undefined && !Array.isArray(container)) container[hostileText(random)] = hostileValue(random);
};

const missingField: Mutation = (draft, { random }) => {
  const container = random.pick(containersIn(draft.body));
  const name = random.pick(Object.keys(container ?? {}));
  if (container === undefined || name === undefined) return;
  if (Array.isArray(container)) container.splice(Number(name), 1);
  else Reflect.deleteProperty(container, name);
};

const brokenBody: Mutation = (draft, { random }) => {
  draft.rawBody = hostileBody(random, JSON.stringify(draft.body ?? {}));
};

const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));

const zippedBody: Mutation = (draft, { random }) => {
  const text = JSON.stringify(draft.body ?? {});
  draft.headers['content-encoding'] = random.pick(['gzip', 'GZIP', 'gzip, gzip', 'br', 'deflate']);
  draft.rawBody = random.pick([
    gzipSync(text),
    gzipSync(text).subarray(0, 12),
    bomb,
    gzipSync(gzipSync(text)),
    Buffer.from(text),
    Buffer.from([0x1f, 0x8b]),
  ] as const);
};

const HEADERS = [
  'if-match',
  'if-none-match',
  'content-type',
  'accept-encoding',
  'accept-language',
  'accept',
  'x-http-method-override',
  'x-forwarded-proto',
  'x-goog-fieldmask',
  'origin',
  'cloudfront-viewer-country',
  'range',
  'x-goog-api-key',
  'user-agent',
  'host',
] as const;

const hostileHeader: Mutation = (draft, { random }) => {
  const name = random.pick(HEADERS);
  draft.headers[name] = random.percent(30)
    ? random.pick([
        '*',
        '"',
        '"x"',
        'W/"x", "y"',
        'GET',
        'DELETE',
        'multipart/mixed; boundary=',
        'gzip;q=0',
        'text/html',
        'de-CH,de;q=0.9',
        'bytes=0-',
        'javascript',
        'a b',
        '"'.repeat(3000),
      ])
    : headerText(random);
  draft.mayReachOther ||= name === 'x-http-method-override';
};

const hostileSystemParameter: Mutation = (draft, { random }) => {
  draft.query.push([
    random.pick(['fields', 'alt', 'prettyPrint', 'quotaUser', '$.xgafv', 'callback', 'uploadType', 'userIp']),
    hostileText(random),
  ]);
};

const withoutToken: Mutation = (draft) => {
  delete draft.headers['authorization'];
};

const forged: Mutation = (draft, means) => {
  const token = forgedToken(means.token, means.victim, means.random);
  withoutToken(draft, means);
  if (means.random.percent(70))
    draft.headers['authorization'] =
      `${means.random.pick(['Bearer ', 'bearer ', 'Bearer  ', 'Basic ', 'Bearer'])}${token}`.replaceAll(
        /[^\t\x20-\x7e\xa0-\xff]/g,
        '',
      );
  else draft.query.push([means.random.pick(['access_token', 'oauth_token']), token]);
};

const narrowScope: Mutation = (draft, { narrowToken }) => {
  draft.headers['authorization'] = `Bearer ${narrowToken}`;
};

const keyOnly: Mutation = (draft, means) => {
  withoutToken(draft, means);
  draft.query.push(['key', means.random.percent(60) ? means.apiKey : forgedKey(means.random)]);
};

const otherVerb: Mutation = (draft, { random }) => {
  draft.method = random.pick(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']);
  draft.mayReachOther = true;
};

/** A mutation is listed as often as it should be tried. */
export const MUTATIONS: readonly Mutation[] = [
  ...Array.from({ length: 6 }, () => hostileParameter),
  ...Array.from({ length: 8 }, () => hostileField),
  hostileSegment,
  hostileSegment,
  hostileSegment,
  brokenPath,
  brokenQuery,
  repeatedParameter,
  missingParameter,
  extraField,
  missingField,
  brokenBody,
  zippedBody,
  hostileHeader,
  hostileHeader,
  hostileSystemParameter,
  withoutToken,
  forged,
  forged,
  narrowScope,
  keyOnly,
  otherVerb,
];
