import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { propagate, welcome } from '#lib/calendar/guests/propagate';
import type { Propagation } from '#lib/calendar/guests/propagation';
import { concernsOthers, touchedBy } from '#lib/calendar/guests/touched';
import { isMailed, postLetters } from '#lib/calendar/mail/post';
import { guests } from '#lib/runtime/guests';
import { readItemChange, readNewcomer } from '#lib/stores/dynamodb/calendar/event-records';
import { inParallel } from '#lib/stores/in-parallel';

const MEETINGS_AT_ONCE = 4;

interface Task {
  /** Of the first record that asks for it. */
  readonly sequenceNumber: string;
  run(): Promise<void>;
}

/** Sees every change of the calendar table, in order for each calendar, at least once. What fails is handed over again, with what came after it. */
export const propagator =
  (propagation: Propagation) =>
  async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const changes = Records.flatMap((record) => readItemChange(record) ?? []);
    const tasks: Task[] = [
      ...touchedBy(changes.filter(concernsOthers)).map((touched) => ({ sequenceNumber: touched.sequenceNumber, run: () => propagate(touched, propagation) })),
      ...changes.filter(isMailed).map((change) => ({ sequenceNumber: change.sequenceNumber, run: () => postLetters(change, propagation) })),
      ...Records.flatMap((record) => readNewcomer(record) ?? []).map(({ sequenceNumber, email }) => ({ sequenceNumber, run: () => welcome(email, propagation) })),
    ];
    const failed = await inParallel(tasks, MEETINGS_AT_ONCE, async ({ sequenceNumber, run }) => {
      try {
        await run();
        return [];
      } catch (error) {
        propagation.log.error('propagation failed', { sequenceNumber, error: error instanceof Error ? error.stack : String(error) });
        return [{ itemIdentifier: sequenceNumber }];
      }
    });
    return { batchItemFailures: failed.flat() };
  };

export const handler = propagator(guests);
