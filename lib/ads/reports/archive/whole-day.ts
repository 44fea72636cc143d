/** The files of a day's report as one, with the header of the first. */
import { createHash } from 'node:crypto';
import type { FileFormat } from '#lib/ads/reports/plan/warehouse';
import { withoutHeader } from '#lib/ads/reports/run/fragments';
import type { WireReport } from '#lib/ads/reports/run/report';
import { fetchFile, type FetchedFile } from '#lib/ads/reports/upstream/fetch-file';
import type { AskUpstream } from '#lib/ads/reports/upstream/upstream';

async function* checkedLength(
  bytes: AsyncIterable<Uint8Array>,
  index: number,
  byteCount: string | undefined,
): AsyncGenerator<Uint8Array> {
  let read = 0;
  for await (const chunk of bytes) {
    read += chunk.length;
    yield chunk;
  }
  if (byteCount !== undefined && Number(byteCount) !== read) throw new Error(`file ${String(index)} came in part`);
}

/** Throws, while it is read, when a file is not whole. `path` is that of the report. */
export function wholeDay(
  path: string,
  { files = [] }: WireReport,
  format: FileFormat,
  email: string,
  ask: AskUpstream,
): FetchedFile {
  const hash = createHash('sha256');
  async function* parts(): AsyncGenerator<Uint8Array> {
    for (const [index, { byteCount }] of files.entries()) {
      const bytes = checkedLength(fetchFile(`${path}/files/${String(index)}`, email, ask).bytes, index, byteCount);
      for await (const chunk of index === 0 ? bytes : withoutHeader(bytes, format)) {
        hash.update(chunk);
        yield chunk;
      }
    }
  }
  return { bytes: parts(), sha256: () => hash.digest('hex') };
}
