import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AnswerReader, type HttpAnswer } from '#lib/stores/aws/http-answer';

/** Reads an answer that arrives in pieces which end at these places. */
function readInPieces(whole: string, places: readonly number[]): HttpAnswer | undefined {
  const bytes = Buffer.from(whole);
  const reader = new AnswerReader();
  const ends = [...new Set(places.map((place) => place % bytes.length)), bytes.length].sort((a, b) => a - b);
  let [answer, from]: [HttpAnswer | undefined, number] = [undefined, 0];
  for (const end of ends) {
    if (end > from) answer = reader.add(bytes.subarray(from, end));
    from = end;
  }
  return answer ?? reader.end();
}

const read = (whole: string): HttpAnswer | undefined => readInPieces(whole, []);
const lengthOf = (text: string): string => String(Buffer.byteLength(text));
const sized = (text: string, more = ''): string =>
  `HTTP/1.1 200 OK\r\nContent-Type: a/b\r\nContent-Length: ${lengthOf(text)}\r\n${more}\r\n${text}`;
const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)};a=b\r\n${text}\r\n`;
const chunked = (texts: readonly string[], trailer = ''): string =>
  `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${texts.map(chunk).join('')}0\r\n${trailer}\r\n`;

const texts = fc.string({ unit: 'grapheme' });
const places = fc.array(fc.nat(), { maxLength: 8 });

describe('an answer reads the same in whatever pieces it arrives', () => {
  test('with its length', () => {
    fc.assert(
      fc.property(texts, places, (text, ends) => {
        expect(readInPieces(sized(text), ends)).toEqual({ status: 200, text, staysOpen: true });
      }),
    );
  });

  test('in chunks, with and without trailers', () => {
    const parts = fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { maxLength: 4 });
    fc.assert(
      fc.property(parts, fc.constantFrom('', 'x-sum: 1\r\n'), places, (some, trailer, ends) => {
        const expected = { status: 200, text: some.join(''), staysOpen: true };
        expect(readInPieces(chunked(some, trailer), ends)).toEqual(expected);
      }),
    );
  });

  test('up to the end of its connection', () => {
    fc.assert(
      fc.property(texts, places, (text, ends) => {
        expect(readInPieces(`HTTP/1.1 500 Oh\r\nserver: x\r\n\r\n${text}`, ends)).toEqual({
          status: 500,
          text,
          staysOpen: false,
        });
      }),
    );
  });
});

test('what comes before the answer itself is passed over', () => {
  expect(read(`HTTP/1.1 100 Continue\r\n\r\n${sized('{}')}`)).toMatchObject({ status: 200, text: '{}' });
});

describe('a connection is not used again', () => {
  test.each([
    ['that the server closes', sized('{}', 'Connection: close\r\n')],
    ['of HTTP/1.0', sized('{}').replace('1.1', '1.0')],
    ['that brings more than its length', `${sized('{}')}HTTP`],
    ['that brings more than its chunks', `${chunked(['{}'])}HTTP`],
  ])('%s', (_case, whole) => {
    expect(read(whole)).toEqual({ status: 200, text: '{}', staysOpen: false });
  });
});

describe('an answer is refused', () => {
  test.each([
    ['that is not HTTP', 'SSH-2.0-OpenSSH\r\n\r\n', 'not HTTP'],
    ['with endless headers', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(70_000)}`, 'endless headers'],
    ['with a chunk without a size', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\n', 'without a size'],
  ])('%s', (_case, whole, message) => {
    expect(() => read(whole)).toThrow(message);
  });

  test.each([
    ['inside its headers', 'HTTP/1.1 200 OK\r\ncontent-'],
    ['before its length', sized('{"Item":1}').slice(0, -1)],
    ['before its last chunk', chunked(['{}']).slice(0, -2)],
  ])('when its connection ends %s', (_case, whole) => {
    expect(read(whole)).toBeUndefined();
  });
});
