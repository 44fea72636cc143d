/**
 * The archive of reports. A day is there when its `_done.json` is; names that begin with `_` are none of Athena's
 * business.
 */
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  NoSuchKey,
  paginateListObjectsV2,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { ARCHIVE, type ArchiveStore, type OrderedDay } from '#lib/ads/reports/archive/archive';
import { s3ReportFiles } from './report-files.ts';

const DONE = '_done.json';
const ORDERED = '_ordered.json';
const PARTITION = /\/day=(\d{4}-\d{2}-\d{2})\/_done\.json$/;

const folderOf = (name: string, day: string): string => `${ARCHIVE}${name}/day=${day}/`;

export function s3ReportArchive(client: S3Client, Bucket: string): ArchiveStore {
  const files = s3ReportFiles(client, Bucket);

  async function list(Prefix: string): Promise<string[]> {
    const keys: string[] = [];
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix }))
      keys.push(...Contents.map(({ Key = '' }) => Key));
    return keys;
  }

  const put = (Key: string, value: object) =>
    client.send(
      new PutObjectCommand({ Bucket, Key, Body: JSON.stringify(value, undefined, 2), ContentType: 'application/json' }),
    );

  async function remove(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    const Objects = keys.map((Key) => ({ Key }));
    await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
  }

  return {
    async days(name) {
      const keys = await list(`${ARCHIVE}${name}/`);
      return new Set(keys.flatMap((key) => PARTITION.exec(key)?.[1] ?? []));
    },

    async ordered(name, day) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: folderOf(name, day) + ORDERED }));
        return JSON.parse((await Body?.transformToString()) ?? '') as OrderedDay;
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },

    async order(name, day, ordered) {
      const key = folderOf(name, day) + ORDERED;
      await (ordered === undefined ? remove([key]) : put(key, ordered));
    },

    write: (name, day, file, bytes, format) =>
      files.write(folderOf(name, day) + file, bytes, format, new AbortController().signal),

    async finish(name, day, archived) {
      const folder = folderOf(name, day);
      await put(folder + DONE, archived);
      const kept = new Set([DONE, archived.file.name].map((file) => folder + file));
      await remove((await list(folder)).filter((key) => !kept.has(key)));
    },
  };
}
