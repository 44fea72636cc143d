/**
 * A daily archive of reports that are made elsewhere: one request for each day that is not there yet, in one file under
 * `archive/TYPE/NAME/day=DAY/`, as DuckDB and Athena read partitions. One object is replaced as a whole, so that nobody
 * ever reads half a day, or parts of two. `pull-days.ts` fills the archive.
 */
import { addDays, dayOf } from '#lib/ads/reports/plan/calendar-days';
import type { FileFormat } from '#lib/ads/reports/plan/warehouse';
import type { ReportRequest } from '#lib/ads/reports/request/request';

export const ARCHIVE = 'archive/';
export const ARCHIVE_SPECS = 'archive-specs/';

/** What is kept of each day. */
export interface ArchiveSpec {
  /** Of its folder: the type of the report, and the name of its file without `.json`. */
  readonly name: string;
  /** `timeRange` says which days; without `endDate`, up to yesterday. */
  readonly request: ReportRequest;
  /** In whose name it is asked for. */
  readonly email: string;
}

export interface ArchivedFile {
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** What is noted of a day that is there. */
export interface ArchivedDay {
  readonly reportId: string;
  readonly rowCount: number;
  readonly fetchedAt: string;
  readonly file: ArchivedFile;
}

/** A report that was ordered at the upstream and has not come yet. */
export interface OrderedDay {
  readonly reportId: string;
  readonly orderedAtMs: number;
}

export interface ArchiveStore {
  /** Days that are there. */
  days(name: string): Promise<ReadonlySet<string>>;
  ordered(name: string, day: string): Promise<OrderedDay | undefined>;
  order(name: string, day: string, ordered: OrderedDay | undefined): Promise<void>;
  /** Seen when all bytes are there, in place of a former file of that name. Gives their number. */
  write(name: string, day: string, file: string, bytes: AsyncIterable<Uint8Array>, format: FileFormat): Promise<number>;
  /** The day is there; other files of it, and its order, go. */
  finish(name: string, day: string, archived: ArchivedDay): Promise<void>;
}

/** A spec cannot be used, and why. */
export class InvalidSpec extends Error {}

const NAME = /^[A-Za-z0-9_-]{1,64}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

function parse(file: string, text: string): ReportRequest & { readonly user?: string } {
  try {
    return JSON.parse(text) as ReportRequest & { readonly user?: string };
  } catch {
    throw new InvalidSpec(`${file} is no JSON.`);
  }
}

/** From the text of a file: a report request in JSON, and `user`, in whose name it is asked for. */
export function readSpec(file: string, text: string, email?: string): ArchiveSpec {
  const name = (file.split(/[\\/]/).at(-1) ?? '').replace(/\.json$/, '');
  if (!NAME.test(name))
    throw new InvalidSpec(`${file}: its name becomes a folder, with letters, digits, - and _ alone.`);
  const { user = '', ...request } = parse(file, text);
  const { startDate = '', endDate } = request.timeRange ?? {};
  if (!DAY.test(startDate) || (endDate !== undefined && !DAY.test(endDate)))
    throw new InvalidSpec(`${file}: timeRange.startDate is the first day of the archive, such as 2026-01-31.`);
  if (!NAME.test(request.reportType ?? '')) throw new InvalidSpec(`${file} names no reportType.`);
  return { name: `${String(request.reportType)}/${name}`, request, email: email ?? user };
}

/** All days of an archive that have ended, oldest first. */
export function daysOf({ request: { timeRange } }: ArchiveSpec, nowMs: number): string[] {
  const yesterday = addDays(dayOf(nowMs), -1);
  const { startDate = yesterday, endDate = yesterday } = timeRange ?? {};
  const last = endDate < yesterday ? endDate : yesterday;
  const days: string[] = [];
  for (let day = startDate; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}
