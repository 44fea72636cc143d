/** Volumes of versions before 0.3: a map in place of one text. */
import type { Volume } from '#lib/books/model/volume';
import { isFormerBody } from '#lib/stores/dynamodb/body';
import { packVolume } from '#lib/stores/dynamodb/books/volumes';
import type { RewriteOf } from './rewrite-table.ts';

/** Ratings, which change beside the record, are attributes of their own and stay as they are. */
export const rewriteBooksItem: RewriteOf = ({ volume }) =>
  isFormerBody(volume) ? { set: { volume: packVolume(volume as Volume) }, remove: [], asRead: { volume } } : undefined;
