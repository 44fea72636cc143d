/** @modules own */
import { PassThrough } from 'node:stream';
import { mock } from 'node:test';
import type { WriteStream } from 'node:tty';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openProgress } from '#lib/command/progress';

/** A stream, and what was written to it. */
function screen(isTTY: boolean): { stream: WriteStream; written(): string } {
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 120 }) as PassThrough & WriteStream;
  const written = (): string => {
    const chunks: unknown[] = [];
    for (let chunk: unknown; (chunk = stream.read()) !== null;) chunks.push(chunk);
    return chunks.join('');
  };
  return { stream, written };
}

beforeEach(() => {
  mock.timers.enable();
});
afterEach(() => {
  mock.timers.reset();
});

describe('progress where nobody looks', () => {
  test('is a line every five seconds, with what is left', () => {
    const { stream, written } = screen(false);
    const progress = openProgress(stream);

    for (let done = 0; done < 14_000; done += 1_000) {
      progress.show('events', done, 20_000);
      mock.timers.tick(1_000);
    }

    expect(written()).toBe('4,000 of 20,000 events, 20 s left\n9,000 of 20,000 events, 13 s left\n');
    progress.clear();
  });

  test('is nothing for what is over before that, nor afterwards', () => {
    const { stream, written } = screen(false);
    const progress = openProgress(stream);

    progress.show('events', 1, 2);
    mock.timers.tick(4_000);
    progress.clear();
    mock.timers.tick(60_000);

    expect(written()).toBe('');
  });

  test('tells of a step that takes long once, though nothing more is heard of it', () => {
    const { stream, written } = screen(false);
    const progress = openProgress(stream);

    progress.show('filling a calendar');
    mock.timers.tick(60_000);

    expect(written()).toBe('filling a calendar\n');
    progress.clear();
  });
});

test.each([true, false])('there is none where it is switched off (a terminal: %s)', (isTTY) => {
  process.env['ALMANAC_PROGRESS'] = 'off';
  const { stream, written } = screen(isTTY);
  try {
    const progress = openProgress(stream);
    progress.show('events', 1, 2);
    mock.timers.tick(60_000);
    progress.clear();
  } finally {
    delete process.env['ALMANAC_PROGRESS'];
  }

  expect(written()).toBe('');
});

describe('progress on a terminal', () => {
  test('is a bar with numbers, which goes away at the end', () => {
    const { stream, written } = screen(true);
    const progress = openProgress(stream);

    progress.show('events', 0, 20);
    mock.timers.tick(10_000);
    progress.show('events', 10, 20);

    const shown = written();
    expect(shown).toContain('0 of 20 events');
    expect(shown).toMatch(/█+░+ 10 of 20 events, 10 s left/);
    progress.clear();
    mock.timers.tick(60_000);
    expect(written()).not.toContain('of 20 events, 1');
  });

  test('is the words alone where nobody knows how much there is', () => {
    const { stream, written } = screen(true);
    const progress = openProgress(stream);

    progress.show('starting a stack');

    expect(written()).toContain('starting a stack');
    expect(written()).not.toContain('█');
    progress.clear();
  });
});
