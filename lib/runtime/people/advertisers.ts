/** The advertisers that grants are about; an agency's are all of its own. */
import type { Grant } from '#lib/ads/model/grant';
import { config } from '#lib/runtime/process/config';
import { documents } from '#lib/stores/dynamodb/client/client';
import { scanPages } from '#lib/stores/dynamodb/commands/scan';
import { isMentioned } from '#lib/stores/dynamodb/people/mentions';

async function advertisersOfAgency(agencyId: string): Promise<string[]> {
  const prefix = 'ENTITY#ADVERTISER#';
  const pages = scanPages(documents, {
    TableName: config.adsTable,
    FilterExpression: 'begins_with(pk, :prefix)',
    ExpressionAttributeValues: { ':prefix': prefix },
  });
  const found: string[] = [];
  const pattern = new RegExp(`"agencyId":"${agencyId}"|^${agencyId}$`, 'g');
  for await (const items of pages)
    found.push(...items.filter((item) => isMentioned(item, pattern)).map(({ pk }) => String(pk).slice(prefix.length)));
  return found;
}

export async function advertisersOf(grants: readonly Grant[]): Promise<string[]> {
  const lists = grants.map(({ agencyId, advertiserId }) =>
    advertiserId === undefined ? advertisersOfAgency(agencyId) : Promise.resolve([advertiserId]),
  );
  return [...new Set((await Promise.all(lists)).flat())];
}
