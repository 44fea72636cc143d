/** What is printed at the end: each fault that was not noticed, and the share for each path. */
import { whyUnseen } from './equivalent.ts';
import type { Fault } from './instrument.ts';

const text = (fault: Fault, how: string): string => {
  const { key, fileName, location, code, mutatorName, replacement } = fault;
  const becomes = replacement.replaceAll(/\s+/g, ' ').slice(0, 200);
  return [`${fileName}:${String(location.start.line + 1)} (${key})`, code, `${mutatorName}: ${becomes}`, how].join(
    '\n    ',
  );
};

export const isIn =
  (path: string) =>
  ({ fileName }: Fault): boolean =>
    fileName === path || fileName.startsWith(`${path}/`);

interface Found {
  isNoticed(fault: Fault): boolean;
  isReached(fault: Fault): boolean;
}

/** The share of noticed faults among those that somebody could see, in percent. */
export function report(path: string, faults: readonly Fault[], { isNoticed, isReached }: Found): number {
  const left = faults.filter((fault) => !isNoticed(fault));
  for (const fault of left)
    console.log(text(fault, whyUnseen(fault) ?? (isReached(fault) ? 'not noticed' : 'not reached by any test')));
  const unseen = left.filter((fault) => whyUnseen(fault) !== undefined).length;
  const noticed = faults.length - left.length;
  const seen = faults.length - unseen;
  const percent = seen === 0 ? 100 : (100 * noticed) / seen;
  const share = `${String(noticed)} of ${String(seen)} noticed (${percent.toFixed(1)} %)`;
  console.log(`${path}: ${share}, ${String(unseen)} more cannot be seen`);
  return percent;
}
