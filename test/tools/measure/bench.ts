/** What a benchmark is, and the rows that it reports. */

export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The most it may be; rows without one are for information. */
  readonly budget?: number;
  readonly ok: boolean;
}

export interface Report {
  row(name: string, value: number, unit: string, budget?: number): void;
  /** What is left out, and why. */
  note(text: string): void;
  /** For a person who waits. */
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
