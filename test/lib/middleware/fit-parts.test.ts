/** What stands in a batch in place of an answer that does not fit. */
import { describe, expect, test } from '@jest/globals';
import type { WrittenRequest, WrittenResponse } from '#lib/api/multipart';
import { fitParts } from '#lib/middleware/fit-parts';

const LONG = 'x'.repeat(5_200_000);
const TYPE = 'application/json; charset=UTF-8';

const request = (method: string, headers: WrittenRequest['headers'] = {}): WrittenRequest => ({
  method,
  target: '/calendar/v3/calendars/primary/events',
  headers,
  body: '',
});
const answer = (value: object, more: Partial<WrittenResponse> = {}): WrittenResponse => ({
  status: 200,
  headers: {},
  body: JSON.stringify({ ...value, long: LONG }),
  ...more,
});

function fitted(asked: WrittenRequest, told: WrittenResponse) {
  const [part] = fitParts([asked], [told]);
  const { body = '', ...head } = part ?? {};
  return { ...head, value: JSON.parse(body) as unknown };
}

const TOO_LARGE = { error: { code: 413, errors: [{ reason: 'responseTooLarge' }] } };
const EVENT = { kind: 'calendar#event', etag: '"1"', id: 'a', status: 'confirmed', summary: 'No' };

describe('a change', () => {
  test('is told by what identifies the resource, with its status and its tag', () => {
    const { summary: _summary, ...brief } = EVENT;
    const body = JSON.stringify(brief);

    expect(fitted(request('PATCH'), answer(EVENT, { status: 201, headers: { ETag: '"1"' } }))).toEqual({
      status: 201,
      headers: { ETag: '"1"', 'Content-Type': TYPE, 'Content-Length': String(body.length) },
      value: brief,
    });
  });

  test.each([
    ['an id', { id: 'a' }, {}],
    ['a tag', { etag: '"1"' }, { ETag: '"1"' }],
  ])('that has only %s is told, too', (_what, value, headers) => {
    expect(fitted(request('POST'), answer(value, { headers }))).toMatchObject({ status: 200, value });
  });

  test('that failed keeps its answer', () => {
    const failed = answer({ error: {} }, { status: 400 });
    expect(fitParts([request('POST')], [failed])).toEqual([failed]);
  });
});

describe('a read', () => {
  test.each([
    ['a GET', request('GET'), EVENT],
    ['a GET inside a POST', request('POST', { 'x-http-method-override': 'get' }), EVENT],
    ['a query by POST', request('POST'), { kind: 'calendar#freeBusy' }],
  ])('says 413: %s', (_what, asked, value) => {
    const { status, headers, value: told } = fitted(asked, answer(value));

    expect([status, headers?.['Content-Type']]).toEqual([413, TYPE]);
    expect(told).toMatchObject(TOO_LARGE);
  });

  test('that fits after one that did not is answered whole', () => {
    const [small, gets] = [answer({}, { body: '{}' }), [request('GET'), request('GET')]];
    expect(fitParts(gets, [answer(EVENT), small]).map(({ status }) => status)).toEqual([413, 200]);
  });
});
