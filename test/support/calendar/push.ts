/** A calendar table of its own with its stream, and what sends messages about it, moved step by step by the test. */
import type { DynamoDBRecord } from 'aws-lambda';
import { deliverDue } from '#lib/calendar/push/deliver-due';
import type { Push } from '#lib/calendar/push/push';
import { tellChannels } from '#lib/calendar/push/tell';
import type { ChannelResource } from '#lib/calendar/resources/channel';
import type { CalendarStores } from '#lib/calendar/stores/all';
import { readChange } from '#lib/stores/dynamodb/calendar/streams/table-changes';
import { webhookClient } from '#lib/webhook/client';
import type { Answer, Ask } from '#test/support/ask';
import { newAuthority } from '#test/support/http/certificates';
import { messages, startReceiver, type Receiver } from '#test/support/http/receiver';
import { streamReader } from '#test/support/streams/stream-reader';
import { newCalendarTable } from './calendar-table.ts';
import { calendarFixture, eventsPath, rulePath, storesOn, TestClock, type CalendarFixture } from './calendar.ts';

export const authority = newAuthority();

export const watchEvents = (calendarId = 'primary'): string => `${eventsPath(calendarId)}/watch`;
export const watchRules = (calendarId: string): string => `${rulePath(calendarId)}/watch`;

export interface PushFixture extends CalendarFixture {
  /** Its name. */
  readonly table: string;
  readonly stores: CalendarStores;
  readonly push: Push;
  readonly receiver: Receiver;
  readonly logged: Readonly<Record<string, unknown>>[];
  /** Opens a channel that leads to the receiver; by alice unless somebody else asks. */
  watch(path: string, body?: ChannelResource, ask?: Ask): Promise<Answer<ChannelResource>>;
  /** What the receiver was told: `channel number state`. */
  heard(): string[];
  /** Hands over what has changed since the last time. */
  flow(): Promise<void>;
  /** Everything since the beginning that the stream has not handed over yet. */
  records(): Promise<DynamoDBRecord[]>;
  /** What the schedule does now, without waiting for later. */
  deliver(): Promise<void>;
  stop(): Promise<void>;
}

export async function pushFixture(): Promise<PushFixture> {
  const [table, receiver] = await Promise.all([newCalendarTable(), startReceiver(authority.issue('localhost'))]);
  const fixture = await calendarFixture({}, table.name, new TestClock(new Date()));
  const { ask, clock } = fixture;
  const stores = storesOn(clock, {}, table.name);
  const logged: Record<string, unknown>[] = [];
  const log = { info: (_message: string, fields = {}) => void logged.push(fields), error: () => undefined };
  const push: Push = { stores, clock, log, webhooks: webhookClient({ allowLoopback: true, ca: authority.cert }) };
  const { records, stop } = streamReader(table);
  await records();
  let opened = 0;
  return {
    ...fixture,
    table: table.name,
    stores,
    push,
    receiver,
    logged,
    watch(path, body, options) {
      opened += 1;
      return ask('POST', path, {
        ...options,
        body: { id: `channel-${String(opened)}`, type: 'web_hook', address: `${receiver.url}/hook`, ...body },
      });
    },
    heard: () => messages(receiver.received),
    records,
    async flow() {
      for (let batch = await records(); batch.length > 0; batch = await records())
        await tellChannels(batch.flatMap(readChange), push);
    },
    deliver: () => deliverDue(clock.now().getTime(), push),
    async stop() {
      stop();
      await receiver.stop();
    },
  };
}
