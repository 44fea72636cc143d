import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { ApiError } from '#lib/api/errors';
import { inParallel } from '#lib/api/process/in-parallel';
import { beginJob } from '#lib/calendar/calendars/run-jobs';
import {
  meetingsChangedByGuests,
  concernsOthers,
  meetingsChangedByOrganizers,
} from '#lib/calendar/guests/changed-meetings';
import { queueLetters } from '#lib/calendar/guests/mail/mailing';
import { isMailed } from '#lib/calendar/guests/mail/post';
import { propagate, deliverWaitingInvitations } from '#lib/calendar/guests/propagate';
import type { Propagation } from '#lib/calendar/guests/propagation';
import { changedWatches, followReminders } from '#lib/calendar/guests/reminders/follow';
import { report } from '#lib/calendar/guests/tally';
import { tellOrganizer } from '#lib/calendar/guests/tell-organizer';
import { guests } from '#lib/runtime/calendar/guests';
import { invocation } from '#lib/runtime/process/invocation';
import {
  readItemChange,
  readNewJob,
  readNewUser,
  readReminderChange,
} from '#lib/stores/dynamodb/calendar/streams/event-records';

const MEETINGS_AT_ONCE = 4;
/** For new jobs: thousands of events are cleared by then, and nobody's copies wait for longer. */
const JOBS_MS = 5_000;

interface Task {
  /** From the first record that asks for it. */
  readonly sequenceNumber: string;
  run(): Promise<void>;
}

/**
 * Gets every change of the calendar table at least once, in order for each calendar. A failed record is delivered
 * again, with those after it.
 */
export const propagator =
  (propagation: Propagation) =>
  async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const changes = Records.flatMap((record) => readItemChange(record) ?? []);
    const jobsEnd = new Date(propagation.clock.now().getTime() + JOBS_MS);
    const shared = changes.filter(concernsOthers);
    const tasks: Task[] = [
      ...meetingsChangedByOrganizers(shared).map((touched) => ({
        sequenceNumber: touched.sequenceNumber,
        run: () => propagate(touched, propagation),
      })),
      ...meetingsChangedByGuests(shared).map((answered) => ({
        sequenceNumber: answered.sequenceNumber,
        run: () => tellOrganizer(answered, propagation),
      })),
      ...changes.filter(isMailed).map((change) => ({
        sequenceNumber: change.sequenceNumber,
        run: () => queueLetters(change, propagation),
      })),
      ...changedWatches(Records.flatMap((record) => readReminderChange(record) ?? [])).map((change) => ({
        sequenceNumber: change.sequenceNumber,
        run: () => followReminders(change, propagation),
      })),
      ...Records.flatMap((record) => readNewUser(record) ?? []).map(({ sequenceNumber, email }) => ({
        sequenceNumber,
        run: () => deliverWaitingInvitations(email, propagation),
      })),
      ...Records.flatMap((record) => readNewJob(record) ?? []).map(({ sequenceNumber, job }) => ({
        sequenceNumber,
        run: () => beginJob(job, propagation, jobsEnd),
      })),
    ];
    const outcomes = await inParallel(tasks, MEETINGS_AT_ONCE, async ({ sequenceNumber, run }) => {
      try {
        await run();
        return 'done';
      } catch (error) {
        propagation.log.error('propagation failed', {
          sequenceNumber,
          error: error instanceof Error ? error.stack : String(error),
        });
        // A change that breaks a rule, such as an event that grew too large, would fail again and block the others.
        return error instanceof ApiError ? 'dropped' : 'failed';
      }
    });
    const batchItemFailures = tasks.flatMap(({ sequenceNumber }, index) =>
      outcomes[index] === 'failed' ? [{ itemIdentifier: sequenceNumber }] : [],
    );
    const drops = outcomes.filter((outcome) => outcome === 'dropped').length;
    const nowMs = propagation.clock.now().getTime();
    const oldestMs = Math.min(
      nowMs,
      ...Records.map(({ dynamodb }) => (dynamodb?.ApproximateCreationDateTime ?? Infinity) * 1000),
    );
    report(
      {
        tasks: tasks.length,
        failures: batchItemFailures.length,
        drops,
        lagMs: nowMs - oldestMs,
      },
      propagation.log,
    );
    return { batchItemFailures };
  };

export const handler = invocation(propagator(guests));
