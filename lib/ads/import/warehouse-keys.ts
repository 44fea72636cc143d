/** Where the warehouse keeps which rows: the only place that spells its keys. */
import type { Kind } from './kinds.ts';

export const WAREHOUSE = 'warehouse/';

/** Rows whose advertiser is not known yet wait here. */
export const UNKNOWN_ADVERTISER = '0';

export interface Partition {
  readonly advertiserId: string;
  /** `yyyy-mm` */
  readonly month: string;
}

export const wholeKey = ({ name }: Kind): string => `${WAREHOUSE}${name}/all.parquet`;
export const kindPrefix = ({ name }: Kind): string => `${WAREHOUSE}${name}/`;
export const advertiserKey = (kind: Kind, advertiserId: string): string =>
  `${kindPrefix(kind)}advertiser=${advertiserId}.parquet`;
export const monthPrefix = (kind: Kind, advertiserId: string): string =>
  `${kindPrefix(kind)}advertiser=${advertiserId}/`;
export const monthKey = (kind: Kind, { advertiserId, month }: Partition): string =>
  `${monthPrefix(kind, advertiserId)}month=${month}.parquet`;

/** Kept compressed for clients that can read it so, and as it is for the others. */
export const idMappingKey = (advertiserId: string, coding: 'gzip' | 'identity'): string =>
  `id-mappings/${advertiserId}.csv${coding === 'gzip' ? '.gz' : ''}`;
