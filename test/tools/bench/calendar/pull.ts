import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Bench, Report } from '#test/tools/measure/bench';
import { measureCalendarCommand, type MeasuredCommand } from '#test/tools/measure/calendar-command';
import { waitForStreams } from '#test/tools/measure/wait-for-streams';
import { startStackProcess } from '#test/tools/shared/stack-process';
import { generatedCalendar } from './generated-calendar.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** `ALMANAC_BENCH_PULL_EVENTS=100000` measures the size for which the budgets are set. */
const EVENTS = Number(process.env['ALMANAC_BENCH_PULL_EVENTS'] ?? 20_000);
const FEW_EVENTS = 1_000;

/** Of processor time: the wall's clock depends on what else this machine does. */
const MIN_EVENTS_PER_SECOND = 500;
const START_SECONDS = 2;
const MAX_MORE_MB = 64;

const userOf = (events: number): string => `bench-${String(events)}@bench.example`;

/** A data folder that a stack has been started on. */
async function emptyFolder(folder: string): Promise<string> {
  await (await startStackProcess({ faults: 0, dataDir: folder })).stop();
  return folder;
}

/** People with generated calendars, at a stack that lets a service account read them. */
async function startUpstream(folder: string, sizes: readonly number[]) {
  const data = await emptyFolder(join(folder, 'there'));
  for (const events of sizes) {
    const file = join(folder, `${String(events)}.ics`);
    await pipeline(generatedCalendar(events), createWriteStream(file));
    await measureCalendarCommand(['import', file, '--user', userOf(events)], data);
  }
  const stack = await startStackProcess({ faults: 0, dataDir: data });
  await waitForStreams(data);
  const key = join(folder, 'key.json');
  const delegated = ['calendar.readonly', 'calendar.acls.readonly'].flatMap((scope) => ['--delegate', scope]);
  const made = ['--type', 'service-account', '--name', 'bench-mover', '--url', stack.rootUrl, '--out', key];
  const args = ['lib/cli/credentials.ts', 'create', ...made, ...delegated, '--data', data];
  await promisify(execFile)(process.execPath, args, { cwd: ROOT, env: { PATH: process.env['PATH'] } });
  return { stack, key };
}

/** `npm run calendar -- pull` of large calendars from another stack on this machine. */
export const calendarPull: Bench = {
  name: 'calendar-pull',
  usesStack: false,
  async run(report: Report) {
    const folder = await mkdtemp(join(tmpdir(), 'almanac-bench-pull-'));
    try {
      report.progress(`${String(EVENTS)} events to pull`);
      const { stack, key } = await startUpstream(folder, [FEW_EVENTS, EVENTS]);
      const here = await emptyFolder(join(folder, 'here'));
      const pull = async (events: number, said: string): Promise<MeasuredCommand> => {
        const args = ['pull', '--from', stack.rootUrl, '--user', userOf(events), '--credentials', key];
        const measured = await measureCalendarCommand(args, here);
        if (!measured.said.includes(said)) throw new Error(measured.said);
        return measured;
      };
      try {
        const few = await pull(FEW_EVENTS, `${FEW_EVENTS.toLocaleString('en')} events read`);
        const many = await pull(EVENTS, `${EVENTS.toLocaleString('en')} events read`);
        const name = `pull of ${String(EVENTS)} events`;
        const mostSeconds = START_SECONDS + EVENTS / MIN_EVENTS_PER_SECOND;
        report.row(`${name}: processor time`, many.processorSeconds, 's', mostSeconds);
        report.row(`${name}: time, of which some is the other stack's`, many.wallSeconds, 's');
        report.row(`${name}: memory`, many.peakMb, 'MB');
        report.row(`${name}: memory over that of ${String(FEW_EVENTS)}`, many.peakMb - few.peakMb, 'MB', MAX_MORE_MB);
        report.row(`${name}, again: time`, (await pull(EVENTS, ' 0 events read')).wallSeconds, 's');
      } finally {
        await stack.stop();
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};
