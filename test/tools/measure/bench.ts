/**
 * Measuring: this folder is shared by bench and cost. This file says what a benchmark is and which rows it reports.
 * `stack.ts` starts a database and S3, `measure.ts` runs an operation and counts its database calls,
 * `processor-time.ts` and `usage-at-end.ts` measure other processes.
 */

export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The maximum; rows without one are for information. */
  readonly budget?: number;
  /** The value of an earlier version, for comparison. */
  readonly before?: number;
  readonly ok: boolean;
}

export interface Report {
  row(name: string, value: number, unit: string, budget?: number, before?: number): void;
  /** What is left out, and why. */
  note(text: string): void;
  /** Shown while waiting. */
  progress(text: string): void;
}

export interface Bench {
  readonly name: string;
  /** Needs the database and S3. */
  readonly usesStack: boolean;
  run(report: Report): Promise<void>;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Rounded to three significant digits: more would be noise. */
export const rounded = (value: number): number => Number(value.toPrecision(3));
