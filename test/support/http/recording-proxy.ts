/** Stands in front of the storage and notes what it is asked for. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { forwardRequest } from './forward-request.ts';
import { listen } from './listen.ts';

export interface Recorded {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

export interface RecordingProxy {
  readonly endpoint: string;
  readonly requests: readonly Recorded[];
  stop(): Promise<void>;
}

/** Requests that `isHeld` picks are noted, and never answered. */
export async function startProxy(
  target: string,
  isHeld: (recorded: Recorded) => boolean = () => false,
): Promise<RecordingProxy> {
  const requests: Recorded[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming;
    const recorded = { method, url, headers };
    requests.push(recorded);
    if (!isHeld(recorded)) forwardRequest(incoming, outgoing, target);
  });
  const { url, stop } = await listen(server);
  return { endpoint: url, requests, stop };
}
