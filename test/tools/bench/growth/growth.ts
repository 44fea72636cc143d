/** How the time of a parser grows with its text: ten times the text must not take a hundred times as long. */
import type { Bench } from '#test/tools/measure/bench';
import { countProcessorTime } from '#test/tools/measure/processor-time';
import { reportDataGrowth } from './data-growth.ts';
import { HOSTILE_TEXTS, type HostileText } from './hostile-texts.ts';

const TIMES = 10;
/** Ten, and more for what the collector of garbage does meanwhile. */
const MAX_RATIO = 40;
/** Shorter times are mostly noise. */
const MEASURABLE_MS = 2;
const LARGEST = 200_000;
const ROUNDS = 3;

async function bestMs({ parse }: HostileText, text: string): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round += 1) {
    const usedMs = countProcessorTime();
    await parse(text);
    best = Math.min(best, usedMs());
  }
  return best;
}

interface Growth {
  readonly size: number;
  readonly ratio: number;
  readonly ms: number;
}

/** Begins with a text that takes long enough to be measured, or with the longest that is accepted. */
async function growthOf(hostile: HostileText): Promise<Growth> {
  const longest = Math.floor((hostile.longest ?? LARGEST * TIMES) / TIMES);
  let size = Math.min(1000, longest);
  let small = await bestMs(hostile, hostile.make(size));
  while (small < MEASURABLE_MS && size * 2 <= longest) {
    size *= 2;
    small = await bestMs(hostile, hostile.make(size));
  }
  const ms = await bestMs(hostile, hostile.make(size * TIMES));
  return { size, ms, ratio: ms / Math.max(small, MEASURABLE_MS / TIMES) };
}

/** The growth of every parser with its text, and of operations with what is stored. */
export const growth: Bench = {
  name: 'growth',
  usesStack: true,
  async run(report) {
    for (const hostile of HOSTILE_TEXTS) {
      report.progress(hostile.name);
      const { size, ratio, ms } = await growthOf(hostile);
      report.row(`${hostile.name}: ${String(size * TIMES)} characters to ${String(size)}`, ratio, 'x', MAX_RATIO);
      if (ratio > MAX_RATIO) report.note(`${hostile.name}: ${String(Math.round(ms))} ms`);
    }
    await reportDataGrowth(report);
  },
};
