import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Bench } from '#test/tools/measure/bench';
import { measureCalendarCommand, type MeasuredCommand } from '#test/tools/measure/calendar-command';
import { waitForStreams } from '#test/tools/measure/wait-for-streams';
import { startStackProcess } from '#test/tools/shared/stack-process';
import { generatedCalendar } from './generated-calendar.ts';

const MB = 1024 * 1024;
const USER = 'bench@bench.example';
/** `ALMANAC_BENCH_ICS_EVENTS=100000` measures the size for which the budgets are set. */
const EVENTS = Number(process.env['ALMANAC_BENCH_ICS_EVENTS'] ?? 20_000);

/** For a hundred thousand events; fewer in proportion, plus the time to start. */
const MAX_PROCESSOR_SECONDS = 60;
const START_SECONDS = 2;
const MAX_FOLDER_MB = 300;
/** For any number of events. */
const MAX_MEMORY_MB = 250;
const share = (budget: number): number => (budget * EVENTS) / 100_000;

async function folderMb(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0) / MB;
}

const importOf = (file: string, data: string): Promise<MeasuredCommand> =>
  measureCalendarCommand(['import', file, '--user', USER], data);

/** `npm run calendar -- import` of a large file, with and without a running stack. */
export const icsImport: Bench = {
  name: 'ics-import',
  usesStack: false,
  async run(report) {
    const folder = await mkdtemp(join(tmpdir(), 'almanac-bench-ics-'));
    const [data, file] = [join(folder, 'data'), join(folder, 'events.ics')];
    try {
      await pipeline(generatedCalendar(EVENTS), createWriteStream(file));
      const name = `import of ${String(EVENTS)} events from ${((await stat(file)).size / MB).toFixed(0)} MB of iCalendar`;
      report.progress(name);
      const measured = async (how: string, folderOf: string, settle?: () => Promise<void>): Promise<void> => {
        const before = await folderMb(folderOf);
        const { processorSeconds, peakMb, wallSeconds, said } = await importOf(file, folderOf);
        if (!said.includes(`${String(EVENTS)} added, 0 changed, 0 unchanged, 0 refused`)) throw new Error(said);
        const mostSeconds = START_SECONDS + share(MAX_PROCESSOR_SECONDS - START_SECONDS);
        report.row(`${name}, ${how}: processor time`, processorSeconds, 's', mostSeconds);
        report.row(`${name}, ${how}: time`, wallSeconds, 's');
        report.row(`${name}, ${how}: memory`, peakMb, 'MB', MAX_MEMORY_MB);
        await settle?.();
        report.row(`${name}, ${how}: data folder`, (await folderMb(folderOf)) - before, 'MB', share(MAX_FOLDER_MB));
      };
      const stack = await startStackProcess({ faults: 0, dataDir: data });
      try {
        await measured('beside a running stack', data, () => waitForStreams(data));
      } finally {
        await stack.stop();
      }
      report.row(`${name}: data folder, stopped`, await folderMb(data), 'MB', share(MAX_FOLDER_MB));
      const alone = join(folder, 'alone');
      await (await startStackProcess({ faults: 0, dataDir: alone })).stop();
      await measured('without a stack', alone);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};
