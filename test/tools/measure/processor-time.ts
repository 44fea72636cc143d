/** Processor time, which other load on the machine hardly changes: of another process, and of work in this one. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Unit of `/proc`, on every architecture: https://man7.org/linux/man-pages/man7/time.7.html */
const TICK_MS = 10;

/** `62:03.56`, minutes and seconds, as macOS prints it. */
function msOf(time: string): number {
  return (
    time
      .trim()
      .split(':')
      .reduce((sum, part) => sum * 60 + Number(part), 0) * 1000
  );
}

/** In steps of 10 ms: measure before and after many requests. */
export function processorMs(pid: number): number {
  if (process.platform !== 'linux')
    return msOf(execFileSync('ps', ['-o', 'time=', '-p', String(pid)], { encoding: 'utf8' }));
  // After the name, which may contain anything: state is the first field, user and system time are the 12th and 13th.
  const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/**
 * In milliseconds since this call, of this process over all its threads. Linux may count a few milliseconds as the
 * user's or as the system's, whosever they are: only the sum is right.
 */
export function countProcessorTime(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}

export function processorTimeOf(work: () => unknown): number {
  const usedMs = countProcessorTime();
  work();
  return usedMs();
}
