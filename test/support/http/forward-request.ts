import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';

/** Hands a request on to another server, and its answer back. `read` is what was taken of the body already. */
export function forwardRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  target: string,
  read?: Buffer,
): void {
  const { method = 'GET', url = '/', headers } = incoming;
  const onward = request(new URL(url, target), { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(outgoing);
  });
  onward.on('error', () => outgoing.destroy());
  (read === undefined ? incoming : Readable.from([read])).pipe(onward);
}
