/** `multipart/mixed` with HTTP messages as parts, as batch requests use it. */

export interface Part {
  /** Of the part itself, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly content: string;
}

/** An HTTP request written out as text. */
export interface WrittenRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const BLANK_LINE = /\r?\n\r?\n/;

/** Head and body of a message; a message without a blank line is all head. */
function splitMessage(text: string): [string, string] {
  const match = BLANK_LINE.exec(text);
  return match === null ? [text, ''] : [text.slice(0, match.index), text.slice(match.index + match[0].length)];
}

/** Google's Python client folds long headers: a line that begins with a space goes on with the one before. */
const unfolded = (head: string): string[] => head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);

const readHeaders = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    lines.flatMap((line) => {
      const at = line.indexOf(':');
      return at === -1 ? [] : [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]];
    }),
  );

/** The boundary that a content type names, or undefined when it is not multipart. */
export function boundaryOf(contentType: string): string | undefined {
  if (!/^multipart\/mixed\s*;/i.test(contentType)) return undefined;
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
  return quoted ?? bare;
}

export function splitParts(body: string, boundary: string): Part[] {
  const pieces = `\r\n${body}`.split(`\n--${boundary}`).slice(1);
  return pieces
    .filter((piece) => !piece.startsWith('--'))
    .map((piece) => {
      // A part without headers of its own begins with a blank line.
      const text = piece.replace(/^[ \t]*\r?\n/, '').replace(/\r$/, '');
      const [head, content] = /^\r?\n/.test(text) ? ['', text.replace(/^\r?\n/, '')] : splitMessage(text);
      return { headers: readHeaders(unfolded(head)), content };
    });
}

/**
 * Reads `PATCH /path?query HTTP/1.1`, headers and body; the version may be missing. Undefined when it is no request.
 */
export function readWrittenRequest(text: string): WrittenRequest | undefined {
  const [head, body] = splitMessage(text.replace(/^(\r?\n)+/, ''));
  const [requestLine = '', ...headerLines] = unfolded(head);
  const [, method, target] = /^([A-Z]+)\s+(\S+)(?:\s+HTTP\/\d(?:\.\d)?)?\s*$/.exec(requestLine) ?? [];
  return method === undefined || target === undefined
    ? undefined
    : { method, target, headers: readHeaders(headerLines), body: body.replace(/\r?\n$/, '') };
}

export interface WrittenResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Reads `HTTP/1.1 200 OK`, headers and body. Undefined when it is no answer. */
export function readWrittenResponse(text: string): WrittenResponse | undefined {
  const [head, body] = splitMessage(text.replace(/^(\r?\n)+/, ''));
  const [statusLine = '', ...headerLines] = unfolded(head);
  const status = /^HTTP\/\d(?:\.\d)? (\d{3})\b/.exec(statusLine)?.[1];
  return status === undefined ? undefined : { status: Number(status), headers: readHeaders(headerLines), body };
}

/** `<a + 1>` asks for `<response-a + 1>`: the prefix goes inside the brackets, the rest stays as it came. */
export function responseIdOf(contentId: string): string {
  // A carriage return by itself would end the line for some readers.
  const id = contentId.replace(/\p{Cc}/gu, '');
  return id.startsWith('<') ? `<response-${id.slice(1)}` : `response-${id}`;
}

export function writePart(
  boundary: string,
  contentId: string | undefined,
  reason: string,
  { status, headers, body }: WrittenResponse,
): string {
  return [
    `--${boundary}`,
    'Content-Type: application/http',
    ...(contentId === undefined ? [] : [`Content-ID: ${responseIdOf(contentId)}`]),
    '',
    `HTTP/1.1 ${String(status)} ${reason}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    `${body}\r\n`,
  ].join('\r\n');
}
