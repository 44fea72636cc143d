/** reports.getIdMappingFile: the table of old and new ids, as it was built by the last import. */
import { gunzipSync } from 'node:zlib';
import { fitsAnAnswer } from '#lib/api/answer-size';
import type { Context, User } from '#lib/api/context';
import type { FileAnswer } from '#lib/api/operation';
import { requireVisible } from './grant.ts';
import { ID_MAPPING_HEADER } from './import/lineage-sql.ts';
import type { ReportStores, ZippedFile } from './report-stores.ts';

const CSV = 'text/csv; charset=UTF-8';

type Asked = Pick<Context<ReportStores, User>, 'caller' | 'reply' | 'request' | 'stores'>;

const acceptsGzip = (headers: Readonly<Record<string, string>>): boolean => /\bgzip\b(?!\s*;\s*q=0(?:\.0+)?\b)/i.test(headers['accept-encoding'] ?? '');

/**
 * Most files go out compressed as they are. One that no single answer can hold is fetched from the storage itself: the
 * address carries a signature of its own, and Google's clients drop the token when the host changes.
 */
async function answerWith(file: ZippedFile, { reply, request }: Asked): Promise<FileAnswer> {
  if (file.gzip !== undefined && acceptsGzip(request.headers)) {
    reply.headers['content-encoding'] = 'gzip';
    return { contentType: CSV, body: file.gzip };
  }
  const text = file.gzip && gunzipSync(file.gzip).toString('utf8');
  if (text !== undefined && fitsAnAnswer(text)) return { contentType: CSV, body: text };
  reply.status = 302;
  reply.headers['location'] = await file.link();
  return { contentType: CSV, body: '' };
}

/** With `alt=json` there is only the empty resource: some clients insist on parsing an answer. */
export async function idMappingFile({ agencyId, advertiserId }: { readonly agencyId: string; readonly advertiserId: string }, asked: Asked): Promise<FileAnswer | Record<string, never>> {
  const { stores, caller, request } = asked;
  const isJson = new URL(request.url, request.rootUrl).searchParams.get('alt') === 'json';
  const [grants, found, file] = await Promise.all([
    stores.grants.listFor(caller.email),
    stores.entities.find({ space: 'legacy', kind: 'ADVERTISER', id: advertiserId }),
    isJson ? undefined : stores.idMappings.find(advertiserId),
  ]);
  requireVisible(grants, found?.legacy.agencyId === agencyId ? found : undefined);
  if (isJson) return {};
  return file === undefined ? { contentType: CSV, body: `${ID_MAPPING_HEADER}\n` } : answerWith(file, asked);
}
