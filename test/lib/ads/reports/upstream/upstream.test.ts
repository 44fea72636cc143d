import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { fetchFile } from '#lib/ads/reports/upstream/fetch-file';
import {
  errorOf,
  isPassing,
  jsonOf,
  type AskUpstream,
  type UpstreamAnswer,
  type UpstreamRequest,
} from '#lib/ads/reports/upstream/upstream';

const answer = (status: number, body: unknown = '', headers: Record<string, string> = {}): UpstreamAnswer => ({
  status,
  headers,
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
});
const refusal = (reason: string) => ({ error: { message: 'No.', errors: [{ reason }] } });

describe('answers of the upstream', () => {
  test('JSON is an object, or none', () => {
    expect(jsonOf(answer(200, { id: 'a' }))).toEqual({ id: 'a' });
    for (const text of ['', '{', 'null', '5', '"a"']) expect(jsonOf(answer(200, text))).toBeUndefined();
  });

  test('an error says its reason and its message, as far as it has them', () => {
    expect(errorOf(answer(400, refusal('invalid')))).toEqual({ reason: 'invalid', message: 'No.' });
    expect(errorOf(answer(400, { error: { errors: [] } }))).toEqual({ reason: '', message: undefined });
    expect(errorOf(answer(502, '<html>'))).toEqual({ reason: '', message: undefined });
  });

  test.each([
    [answer(500), true],
    [answer(503), true],
    [answer(429), true],
    [answer(401), true],
    [answer(499), false],
    [answer(404), false],
    [answer(403, refusal('forbidden')), false],
    [answer(403), false],
    [answer(403, refusal('rateLimitExceeded')), true],
    [answer(403, refusal('userRateLimitExceeded')), true],
    [answer(403, refusal('quotaExceeded')), true],
    [answer(403, refusal('dailyLimitExceeded')), true],
    [answer(400, refusal('quotaExceeded')), false],
  ])('%j is worth another try: %s', (given, expected) => {
    expect(isPassing(given)).toBe(expected);
  });
});

describe('a file of the upstream', () => {
  const PART = 4 * 1024 * 1024;
  const whole = Buffer.alloc(PART + 10, 'abc');

  /** Answers ranges of the file; `change` may spoil an answer. */
  function serving(file: Buffer, change: (given: UpstreamAnswer, nth: number) => UpstreamAnswer = (given) => given) {
    const asked: [UpstreamRequest, string][] = [];
    const ask: AskUpstream = (request, email) => {
      asked.push([request, email]);
      const [, first = 0, last = 0] = /^bytes=(\d+)-(\d+)$/.exec(request.headers?.['range'] ?? '')?.map(Number) ?? [];
      const body = file.subarray(first, last + 1);
      const range = `bytes ${String(first)}-${String(first + body.length - 1)}/${String(file.length)}`;
      const headers = { 'content-range': range, etag: '"1"' };
      return Promise.resolve(change({ status: 206, headers, body }, asked.length));
    };
    return { ask, asked };
  }
  const read = async (ask: AskUpstream) => {
    const file = fetchFile('reports/a/files/0', 'ann@example.com', ask);
    const parts: Uint8Array[] = [];
    for await (const part of file.bytes) parts.push(part);
    return { bytes: Buffer.concat(parts), sha256: file.sha256() };
  };

  test('comes part by part, in the name of its owner, with its checksum', async () => {
    const { ask, asked } = serving(whole);
    const { bytes, sha256 } = await read(ask);

    expect(bytes.equals(whole)).toBe(true);
    expect(sha256).toBe(createHash('sha256').update(whole).digest('hex'));
    expect(asked).toEqual(
      [`bytes=0-${String(PART - 1)}`, `bytes=${String(PART)}-${String(2 * PART - 1)}`].map((range) => [
        { method: 'GET', path: 'reports/a/files/0', headers: { range } },
        'ann@example.com',
      ]),
    );
  });

  test('may come in one piece from an upstream without ranges, and may be empty', async () => {
    const small = Buffer.from('a,b\n');

    expect((await read(() => Promise.resolve(answer(200, 'a,b\n')))).bytes).toEqual(small);
    expect((await read(() => Promise.resolve(answer(200)))).bytes).toHaveLength(0);
  });

  test.each<[string, (given: UpstreamAnswer, nth: number) => UpstreamAnswer, string]>([
    ['fails', () => answer(503), 'the upstream answered 503 to reports/a/files/0'],
    ['has no range', (given) => ({ ...given, headers: {} }), 'reports/a/files/0 is not whole'],
    ['has nothing where there should be', (given) => ({ ...given, body: Buffer.alloc(0) }), 'is not whole'],
    [
      'is another file in the next part',
      (given, nth) => (nth === 2 ? { ...given, headers: { ...given.headers, etag: '"2"' } } : given),
      'is not whole',
    ],
    [
      'has another length in the next part',
      (given, nth) => (nth === 2 ? { ...given, headers: { ...given.headers, 'content-range': 'bytes 0-1/9' } } : given),
      'is not whole',
    ],
    [
      'is sent whole in the next part',
      (given, nth) => (nth === 2 ? { ...given, status: 200 } : given),
      'the upstream answered 200',
    ],
  ])('that %s is refused', async (_, change, message) => {
    await expect(read(serving(whole, change).ask)).rejects.toThrow(message);
  });
});
