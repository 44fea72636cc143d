/** How many records of a file are in an index, for an import that continues it. */
import { createHash } from 'node:crypto';
import type { Domain } from './domain.ts';

export interface ImportProgress {
  /** 0 for a file that was never begun, was finished, or was written to another index. */
  read(file: string): Promise<number>;
  write(file: string, records: number): Promise<void>;
  forget(file: string): Promise<void>;
}

/** `index` is the version that the records are in: what went into another one has to be imported again. */
export function importProgress(domain: Domain, alias: string, index: string): ImportProgress {
  const pathOf = (file: string): string => `/${alias}-progress/_doc/${createHash('sha256').update(file).digest('hex')}`;
  return {
    async read(file) {
      interface Progress {
        readonly _source?: { readonly index?: string; readonly records?: number };
      }
      const { body } = await domain.send<Progress>('GET', pathOf(file), { accepts: [404] });
      return body._source?.index === index ? (body._source.records ?? 0) : 0;
    },
    async write(file, records) {
      await domain.send('PUT', pathOf(file), { body: { index, records } });
    },
    async forget(file) {
      await domain.send('DELETE', pathOf(file), { accepts: [404] });
    },
  };
}
