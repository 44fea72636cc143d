import { describe, expect, test } from '@jest/globals';
import { handler } from '#functions/batch/index';
import { requestsTo } from '#test/support/ask';
import { someone } from '#test/support/people';

const ask = requestsTo(handler);

const answerTo = async (part: string): Promise<string> => {
  const { text } = await ask('POST', '/batch/calendar/v3', {
    as: someone(),
    headers: { 'content-type': 'multipart/mixed; boundary=b' },
    body: `--b\r\n${part}\r\n--b--\r\n`,
  });
  return text;
};

describe('a part with headers over several lines', () => {
  test.each([
    ['a space', '\r\n '],
    ['a bare line end and a tab', '\n\t'],
  ])('keeps its whole id, folded with %s', async (_, fold) => {
    const text = await answerTo(
      `Content-Type: application/http\r\nContent-ID: <2d10dc0c-333a-4963-b82c-2b1dd3ea61a6 +${fold}a-long-name-of-a-request>\r\n\r\nGET /calendar/v3/colors?fields=kind HTTP/1.1\r\n\r\n`,
    );

    expect(text).toContain(
      '\r\nContent-ID: <response-2d10dc0c-333a-4963-b82c-2b1dd3ea61a6 + a-long-name-of-a-request>\r\n',
    );
    expect(text).toContain('HTTP/1.1 200 OK');
  });

  test('keeps the headers of its request', async () => {
    const text = await answerTo(
      'Content-Type: application/http\r\n\r\nGET /calendar/v3/colors?fields=kind HTTP/1.1\r\nIf-None-Match: "one",\r\n *\r\n\r\n',
    );

    expect(text).toContain('HTTP/1.1 304 Not Modified');
  });
});

test('a HEAD in a batch tells one length', async () => {
  const text = await answerTo('Content-Type: application/http\r\n\r\nHEAD /calendar/v3/colors HTTP/1.1\r\n\r\n');

  expect(text.match(/content-length/gi)).toHaveLength(1);
});
