/** What a test wants to assert later: requests that came in, push messages that went out. */
import { subscribe } from 'node:diagnostics_channel';
import { systemClock } from '#lib/runtime/process/clock';
import { WEBHOOK_CHANNEL, type SentWebhook } from '#lib/webhook/client';
import type { RecordedDelivery, RecordedRequest } from './model/records.ts';

/** Older ones are dropped. */
const MAX_KEPT = 10_000;

export interface Records {
  requests(): readonly RecordedRequest[];
  deliveries(): readonly RecordedDelivery[];
  addRequest(request: RecordedRequest): void;
  clear(): void;
}

function add<T>(list: T[], entry: T): void {
  list.push(entry);
  if (list.length > MAX_KEPT) list.shift();
}

export function openRecords(): Records {
  const requests: RecordedRequest[] = [];
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
    requests: () => requests,
    deliveries: () => deliveries,
    addRequest(request) {
      add(requests, request);
    },
    clear() {
      requests.length = 0;
      deliveries.length = 0;
    },
  };
}
