/** Prints the result of a load run as a table. */
import type { LoadOutcome } from './run.ts';

const number = (value: number): string => value.toFixed(value < 100 ? 1 : 0).padStart(8);

export function describeLoad({
  seconds,
  requests,
  operations,
  slowest,
  messages,
  kills,
  findings,
  findingCount,
}: LoadOutcome): string {
  const lines = operations.map(({ operation, count, p50, p95, p99, errors }) => {
    const failed = Object.entries(errors)
      .map(([error, times]) => `${error}: ${String(times)}`)
      .join(', ');
    return `${operation.padEnd(46)} ${String(count).padStart(8)} ${number(p50)} ${number(p95)} ${number(p99)}  ${failed}`;
  });
  return [
    `${'operation'.padEnd(46)} ${'requests'.padStart(8)} ${'p50 ms'.padStart(8)} ${'p95 ms'.padStart(8)} ${'p99 ms'.padStart(8)}  errors`,
    ...lines,
    '',
    'The slowest requests:',
    ...slowest.map(({ operation, ms, status }) => `${operation.padEnd(46)} ${number(ms)} ms  ${String(status)}`),
    '',
    `${String(requests)} requests in ${seconds.toFixed(1)} s: ${(requests / seconds).toFixed(0)} a second. ${String(messages)} push messages. Killed ${String(kills)} times.`,
    findingCount === 0
      ? "Every client's copy equals the server's, every acknowledged write is there once, every shelf, conversion and report adds up, every channel was told."
      : [`${String(findingCount)} findings:`, ...findings.map((finding) => `  ${finding}`)].join('\n'),
  ].join('\n');
}
