import { join } from 'node:path';
import { mock } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { startSchedules } from '#lib/local/lambda/schedules';
import { recorder } from '#test/lib/local/functions/recorder';
import { eventually } from '#test/support/eventually';

const poll = {
  name: 'poll',
  file: join(import.meta.dirname, '../functions/recorder.ts'),
  schedules: ['rate(1 second)'],
};

let schedules: { stop(): Promise<void> };
beforeEach(() => {
  Object.assign(recorder, { events: [], running: 0, mostAtOnce: 0 });
});
afterEach(() => schedules.stop());

describe('a schedule', () => {
  test('calls its function again and again, never while it still runs', async () => {
    recorder.behave = () => pause(1_500);

    schedules = startSchedules([poll]);
    await eventually(() => recorder.events.length === 2);

    expect(recorder.mostAtOnce).toBe(1);
    expect(recorder.events[0]).toMatchObject({ source: 'aws.events', 'detail-type': 'Scheduled Event', detail: {} });
  });

  test('is run soon after the start, however long its period, if something may have been left undone', async () => {
    recorder.behave = () => Promise.resolve();
    const daily = { ...poll, schedules: ['rate(1 day)'] };

    const ofNewStack = startSchedules([{ ...daily, name: 'new' }], false);
    schedules = startSchedules([daily]);

    await eventually(() => recorder.events.length > 0);
    await ofNewStack.stop();
    expect(recorder.events).toHaveLength(1);
    expect(recorder.events[0]).toMatchObject({ resources: [expect.stringMatching(/\/poll$/)] });
  });

  test('goes on after a run that failed', async () => {
    const log = mock.method(console, 'error', () => undefined);
    recorder.behave = () => Promise.reject(new Error('not today'));

    schedules = startSchedules([poll]);
    await eventually(() => recorder.events.length === 2);

    expect(log.mock.calls[0]?.arguments.map(String)).toEqual(['poll:', 'Error: not today']);
    log.mock.restore();
  });
});
