/** Loaded with `node --import`: when the process ends, it writes its usage to the file that the environment names. */
import { writeFileSync } from 'node:fs';

export interface Usage {
  /** Of all threads, in user and system mode. */
  readonly processorSeconds: number;
  readonly peakMb: number;
}

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage: Usage = { processorSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMb: maxRSS / 1024 };
  writeFileSync(process.env['ALMANAC_BENCH_USAGE'] ?? '', JSON.stringify(usage));
});
