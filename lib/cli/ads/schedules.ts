/** `npm run ads -- schedule add|list|run|remove`: reports that come by themselves. */
import type { ReportRequest } from '#lib/ads/reports/request/request';
import { runSchedule } from '#lib/ads/reports/schedule/run-schedules';
import { isScheduleName, nextRun, type Schedule } from '#lib/ads/reports/schedule/schedule';
import { ApiError } from '#lib/api/errors';
import { isTimeZone } from '#lib/calendar/time/zone';
import { numberOf, WrongUsage } from '#lib/command/command';
import { openProgress } from '#lib/command/progress';
import { StartupError } from '#lib/command/startup-error';
import { scheduling } from '#lib/runtime/ads/schedules';
import { tellIfNoData } from './no-data.ts';
import { nameOfSpec, readSpec } from './report.ts';

const MAX_DAYS = 3_660;
/** Conversions may come as late as this. */
const MAX_AGAIN = 92;

export interface ScheduleChoices {
  readonly at: string;
  readonly zone: string;
  readonly keep: string;
  readonly again: string;
  readonly mail?: string | undefined;
}

const { schedules } = scheduling;

function scheduleOf(name: string, request: ReportRequest, choices: ScheduleChoices): Schedule {
  const { at, zone: timeZone, keep, again, mail } = choices;
  if (!isScheduleName(name)) throw new WrongUsage(`'${name}' cannot be a name: use letters, digits, dots and dashes.`);
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(at)) throw new WrongUsage(`--at is a time such as 06:00, not '${at}'.`);
  if (!isTimeZone(timeZone)) throw new WrongUsage(`There is no time zone '${timeZone}'.`);
  if (mail !== undefined && !/^[^\s@]+@[^\s@]+$/.test(mail)) throw new WrongUsage(`'${mail}' is not an address.`);
  if (!/^\d+d?$/.test(keep)) throw new WrongUsage(`--keep is a number of days such as 400d, not '${keep}'.`);
  return {
    name,
    request,
    at,
    timeZone,
    keepDays: numberOf('keep', keep.replace(/d$/, ''), 1, MAX_DAYS),
    again: numberOf('again', again, 1, MAX_AGAIN),
    mail,
    nextAtMs: nextRun({ at, timeZone }, scheduling.clock.now().getTime()),
    revision: 0,
  };
}

/** Made once: a request that is wrong is refused now, not tomorrow at six. */
async function make(schedule: Schedule): Promise<void> {
  const progress = openProgress();
  progress.show(`making ${schedule.name}`);
  try {
    const folders = await runSchedule(schedule, scheduling).finally(progress.clear);
    for (const folder of folders) console.log(scheduling.files.place(folder));
    if (folders.length === 0) console.log('The numbers are the same as before: no file changed.');
    await tellIfNoData();
  } catch (error) {
    throw error instanceof ApiError ? new StartupError(error.message, { cause: error }) : error;
  }
}

async function add(path: string | undefined, choices: ScheduleChoices): Promise<void> {
  if (path === undefined) throw new WrongUsage('Which report? Name one file with a request in JSON.');
  const schedule = scheduleOf(nameOfSpec(path), await readSpec(path), choices);
  await make({ ...schedule, mail: undefined });
  await schedules.put(schedule);
  console.log(`${schedule.name} comes every day at ${schedule.at} (${schedule.timeZone}).`);
}

async function find(name: string | undefined): Promise<Schedule> {
  const found = (await schedules.list()).find((schedule) => schedule.name === name);
  if (found === undefined) throw new StartupError(`There is no schedule ${String(name)}; \`schedule list\` shows all.`);
  return found;
}

/** Tab-separated columns, for other programs. */
async function list(): Promise<void> {
  for (const { name, at, timeZone, keepDays, again, mail, nextAtMs, failure } of await schedules.list())
    console.log(
      [
        name,
        at,
        timeZone,
        `${String(again)} days`,
        `kept ${String(keepDays)} days`,
        mail ?? '',
        new Date(nextAtMs).toISOString(),
        failure ?? 'ok',
      ].join('\t'),
    );
}

async function remove(name: string | undefined): Promise<void> {
  await schedules.remove((await find(name)).name);
  console.log(`${String(name)} comes no more; its files stay.`);
}

export async function changeSchedules([verb, subject]: readonly string[], choices: ScheduleChoices): Promise<void> {
  if (verb === 'add') return add(subject, choices);
  if (verb === 'list') return list();
  if (verb === 'run') return make(await find(subject));
  if (verb === 'remove') return remove(subject);
  throw new WrongUsage(`schedule add, list, run or remove, not '${verb ?? ''}'.`);
}
