/** What a test wants to assert later: requests that came in, push messages that went out. */
import { subscribe } from 'node:diagnostics_channel';
import { systemClock } from '#lib/runtime/process/clock';
import { WEBHOOK_CHANNEL, type SentWebhook } from '#lib/webhook/client';
import type { RecordedDelivery, RecordedRequest } from './model/records.ts';

/** Older ones are dropped, and bodies of requests together take no more memory than this. */
const MAX_KEPT = 10_000;
const MAX_BODY_BYTES = 32 * 1024 * 1024;

export interface Records {
  requests(): readonly RecordedRequest[];
  deliveries(): readonly RecordedDelivery[];
  /** `bytes` is the size of its body. It is described when somebody asks: most are never asked for. */
  addRequest(bytes: number, describe: () => Omit<RecordedRequest, 'number'>): void;
  clear(): void;
}

function add<T>(list: T[], entry: T): void {
  list.push(entry);
  if (list.length > MAX_KEPT) list.shift();
}

function describedOnce(number: number, describe: () => Omit<RecordedRequest, 'number'>): () => RecordedRequest {
  let described: RecordedRequest | undefined;
  return () => (described ??= { number, ...describe() });
}

export function openRecords(): Records {
  const requests: { readonly bytes: number; readonly describe: () => RecordedRequest }[] = [];
  let bodyBytes = 0;
  let number = 0;
  const deliveries: RecordedDelivery[] = [];
  subscribe(WEBHOOK_CHANNEL, (message) => {
    const { url, headers, outcome } = message as SentWebhook;
    add(deliveries, {
      at: systemClock.now().toISOString(),
      url,
      headers,
      outcome: outcome.kind,
      ...(outcome.kind === 'answered' && { status: outcome.status }),
    });
  });
  return {
    requests: () => requests.map(({ describe }) => describe()),
    deliveries: () => deliveries,
    addRequest(bytes, describe) {
      number += 1;
      requests.push({ bytes, describe: describedOnce(number, describe) });
      bodyBytes += bytes;
      while (requests.length > MAX_KEPT || bodyBytes > MAX_BODY_BYTES) bodyBytes -= requests.shift()?.bytes ?? 0;
    },
    clear() {
      [requests.length, bodyBytes] = [0, 0];
      deliveries.length = 0;
    },
  };
}
