/** reports.getFile: one file of a report, whole or in part. */
import type { Context, User } from '#lib/api/context';
import { ApiError, notFound } from '#lib/api/errors';
import type { FileAnswer } from '#lib/api/operation';
import { fitsAnAnswer, MAX_BINARY_BYTES } from '#lib/api/process/answer-size';
import { failureError, requireReport, type ReportFile } from './report.ts';
import type { ReportStores } from './stores.ts';

const CONTENT_TYPES = { csv: 'text/csv; charset=UTF-8', tsv: 'text/tab-separated-values; charset=UTF-8' } as const;
/** Larger files are always fetched from the storage itself. */
const MAX_TEXT_BYTES = 5_000_000;

type Asked = Pick<Context<ReportStores, User>, 'caller' | 'reply' | 'request' | 'stores'>;

interface Range {
  readonly first: number;
  readonly last: number;
}

/** One range of bytes; undefined for anything else, which is then answered in full. */
function rangeOf(header: string | undefined, size: number): Range | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const range =
    from === ''
      ? { first: Math.max(size - Number(to), 0), last: size - 1 }
      : { first: Number(from), last: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
  if (range.first >= size)
    throw new ApiError(
      416,
      [{ domain: 'global', reason: 'requestedRangeNotSatisfiable', message: 'The file ends before this range.' }],
      { headers: { 'content-range': `bytes */${String(size)}` } },
    );
  return range.last < range.first ? undefined : range;
}

/**
 * What fits into an answer is answered. The rest is fetched from the storage itself: the address is signed, works for a
 * minute and needs no token, and clients drop theirs because the host is another one. A client that cannot follow asks
 * for ranges, which are answered here.
 */
async function answerWith(
  { key, bytes }: ReportFile,
  name: string,
  contentType: string,
  { stores, request, reply }: Asked,
): Promise<FileAnswer> {
  const { reportFiles } = stores;
  Object.assign(reply.headers, { 'accept-ranges': 'bytes', 'content-disposition': `attachment; filename="${name}"` });
  if (request.isHead) {
    // Ranges are for GET, and a signed address is for GET, too.
    reply.headers['content-length'] = String(bytes);
    return { contentType, body: '' };
  }
  const range = rangeOf(request.headers['range'], bytes);
  if (range !== undefined && range.last - range.first < MAX_BINARY_BYTES) {
    reply.status = 206;
    reply.headers['content-range'] = `bytes ${String(range.first)}-${String(range.last)}/${String(bytes)}`;
    return { contentType, body: await reportFiles.read(key, range) };
  }
  const whole = range === undefined && bytes <= MAX_TEXT_BYTES ? Buffer.from(await reportFiles.read(key)) : undefined;
  const text = whole?.toString('utf8');
  if (text !== undefined && fitsAnAnswer(text)) return { contentType, body: text };
  if (whole !== undefined && bytes <= MAX_BINARY_BYTES) return { contentType, body: whole };
  reply.status = 302;
  reply.headers['location'] = await reportFiles.link(key, { contentType, name });
  return { contentType, body: '' };
}

export async function reportFile(reportId: string, fragment: number, asked: Asked): Promise<FileAnswer> {
  const { stores, caller } = asked;
  const [found, grants] = await Promise.all([stores.reports.find(reportId), stores.grants.listFor(caller.email)]);
  const { id, failure, result, request } = requireReport(found, caller.email, grants);
  if (failure !== undefined) throw failureError(failure);
  if (result === undefined) throw notFound('Report is not ready.');
  const file = result.files[fragment];
  if (file === undefined) throw notFound();
  const format = request.downloadFormat === 'tsv' ? 'tsv' : 'csv';
  return answerWith(file, `report-${id}-${String(fragment)}.${format}`, CONTENT_TYPES[format], asked);
}
