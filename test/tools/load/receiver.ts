/** Receives the push messages of all channels and stores when each was last notified. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Receiver {
  readonly url: string;
  readonly count: number;
  /** When a channel was last notified, in milliseconds; undefined before the first time. */
  lastNotifiedMs(channelId: string): number | undefined;
  stop(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const told = new Map<string, number>();
  let count = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      count += 1;
      if (request.headers['x-goog-resource-state'] !== 'sync')
        told.set(String(request.headers['x-goog-channel-id']), Date.now());
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/messages`,
    get count() {
      return count;
    },
    lastNotifiedMs: (channelId) => told.get(channelId),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
