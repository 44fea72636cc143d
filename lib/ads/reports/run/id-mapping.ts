/** reports.getIdMappingFile: the table of old and new ids, as it was built by the last import. */
import { gunzipSync } from 'node:zlib';
import { ID_MAPPING_HEADER } from '#lib/ads/import/lineage-sql';
import { requireVisible } from '#lib/ads/model/grant';
import type { Context, User } from '#lib/api/context';
import type { FileAnswer } from '#lib/api/operation';
import { fitsAnAnswer } from '#lib/api/process/answer-size';
import { acceptsGzip } from '#lib/api/text/accepts-gzip';
import type { ReportStores, ZippedFile } from './stores.ts';

const CSV = 'text/csv; charset=UTF-8';
/** Larger texts are not tried. */
const MAX_TEXT_BYTES = 5_000_000;

type Asked = Pick<Context<ReportStores, User>, 'caller' | 'reply' | 'request' | 'stores'>;
type Answering = Pick<Asked, 'reply' | 'request'>;

/** Undefined when there is more of it than an answer holds. */
function textOf(gzip: Uint8Array | undefined): string | undefined {
  if (gzip === undefined) return undefined;
  try {
    const text = gunzipSync(gzip, { maxOutputLength: MAX_TEXT_BYTES }).toString('utf8');
    return fitsAnAnswer(text) ? text : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined;
    throw error;
  }
}

/**
 * Most files go out compressed as they are. One that no single answer can hold is fetched from the storage itself, in
 * the coding that the client reads: the address carries a signature of its own, and clients drop the token when the
 * host changes. The address is for GET; HEAD learns the length here.
 */
async function answerWith(file: ZippedFile, { reply, request }: Answering): Promise<FileAnswer> {
  const coding = acceptsGzip(request.headers['accept-encoding'] ?? '') ? 'gzip' : 'identity';
  const body = coding === 'gzip' ? file.gzip : textOf(file.gzip);
  reply.headers['vary'] = 'Origin, X-Origin, Referer, Accept-Encoding';
  if (body === undefined && !request.isHead) {
    reply.status = 302;
    reply.headers['location'] = await file.link(coding);
    return { contentType: CSV, body: '' };
  }
  if (coding === 'gzip') reply.headers['content-encoding'] = 'gzip';
  if (body !== undefined) return { contentType: CSV, body };
  reply.headers['content-length'] = String(await file.bytes(coding));
  return { contentType: CSV, body: '' };
}

/** An advertiser without a table has an empty one. */
export const answerWithMapping = async (file: ZippedFile | undefined, asked: Answering): Promise<FileAnswer> =>
  file === undefined ? { contentType: CSV, body: `${ID_MAPPING_HEADER}\n` } : answerWith(file, asked);

/** With `alt=json` there is only the empty resource: some clients insist on parsing an answer. */
export async function idMappingFile(
  { agencyId, advertiserId }: { readonly agencyId: string; readonly advertiserId: string },
  asked: Asked,
): Promise<FileAnswer | Record<string, never>> {
  const { stores, caller, request } = asked;
  const isJson = new URL(request.url, request.rootUrl).searchParams.get('alt') === 'json';
  const [grants, found, file] = await Promise.all([
    stores.grants.listFor(caller.email),
    stores.entities.find({ space: 'legacy', kind: 'ADVERTISER', id: advertiserId }),
    isJson ? undefined : stores.idMappings.find(advertiserId),
  ]);
  requireVisible(grants, found?.legacy.agencyId === agencyId ? found : undefined);
  if (isJson) return {};
  return answerWithMapping(file, asked);
}
