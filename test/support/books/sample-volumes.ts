/** The sample catalogue as volumes, without a database. */
import { createReadStream } from 'node:fs';
import { readCsv } from '#lib/books/import/csv';
import { volumeId } from '#lib/books/model/ids';
import type { Volume } from '#lib/books/model/volume';
import { mergeDraft } from '#lib/books/volumes/catalogue';

export async function sampleVolumes(): Promise<Volume[]> {
  const volumes: Volume[] = [];
  for await (const read of readCsv(createReadStream('lib/books/sample/catalogue.csv'))) {
    if ('refused' in read) throw new Error(`line ${String(read.position)}: ${read.refused}`);
    const { volume } = mergeDraft(undefined, read.draft, volumeId(read.draft.sourceKey));
    if (volume !== undefined) volumes.push(volume);
  }
  return volumes;
}
