/** Conversions, entities and visits of versions before 0.3: an attribute for each field in place of one text. */
import { readFormerConversion } from '#lib/stores/dynamodb/ads/conversions';
import { SCHEMA_VERSION } from '#lib/stores/dynamodb/ads/keys';
import { packFormerBody } from '#lib/stores/dynamodb/body';
import type { Item } from '#lib/stores/dynamodb/item';
import type { Rewrite, RewriteOf } from './rewrite-table.ts';

const KEYS = new Set(['pk', 'sk', 'v', 'gpk', 'gsk']);
const fieldsOf = (item: Item): Item => Object.fromEntries(Object.entries(item).filter(([name]) => !KEYS.has(name)));

/** What imports put has no version: it is compared as a whole. */
const rewriteImported = (name: string, item: Item): Rewrite | undefined => {
  const fields = fieldsOf(item);
  return item[name] === undefined
    ? { set: { v: SCHEMA_VERSION, [name]: packFormerBody(fields) }, remove: Object.keys(fields), asRead: fields }
    : undefined;
};

function rewriteConversion(item: Item): Rewrite | undefined {
  if (item['conversion'] !== undefined) return undefined;
  const conversion = readFormerConversion(item);
  const { modifiedMs, legacy } = conversion;
  return {
    set: { v: SCHEMA_VERSION, engineAccountId: legacy.engineAccountId, conversion: packFormerBody(conversion) },
    remove: Object.keys(fieldsOf(item)).filter((name) => name !== 'modifiedMs'),
    asRead: { modifiedMs },
  };
}

export const rewriteAdsItem: RewriteOf = (item) => {
  if (item['legacy'] === undefined) return undefined;
  if (item['gsk'] === 'CONVERSION') return rewriteConversion(item);
  return rewriteImported(item['sk'] === 'VISIT' ? 'visit' : 'entity', item);
};
