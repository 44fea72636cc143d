import { randomUUID } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { Clock } from '#lib/api/context';
import type { Mailing, MailingStore } from '#lib/calendar/stores/mailings';
import { GetCommand, type DocumentClient } from '#lib/stores/dynamodb/client/commands';
import { wasPut } from '#lib/stores/dynamodb/commands/conditional';
import { queryPage } from '#lib/stores/dynamodb/commands/query';
import type { Item } from '#lib/stores/dynamodb/item';
import { SCHEMA_VERSION } from './items/items.ts';
import { dueKey, dueUntil, mailingKey, mailingPks } from './items/keys.ts';

/** As long as letters are: a stream hands its records over for a day, what it gave up can be tried for two weeks. */
const REMEMBERED_SECONDS = 30 * 86_400;

/** The best quality, which is what Brotli takes by default, would take a hundred times as long for a tenth less. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** An event has 92 KB at most, and there are two states of it: packed, they always fit. */
const pack = ({ change, overCeiling }: Mailing): Uint8Array =>
  brotliCompressSync(JSON.stringify({ change, overCeiling }), QUALITY);

function readMailing(item: Item): Mailing {
  const packed = brotliDecompressSync(item['packed'] as Uint8Array).toString();
  return {
    ...(JSON.parse(packed) as Pick<Mailing, 'change' | 'overCeiling'>),
    id: String(item['id']),
    addedAtMs: Number(item['addedAtMs']),
    attempts: Number(item['attempts']),
    dueAtMs: Number(item['dueAtMs']),
    revision: Number(item['revision']),
  };
}

export function dynamoMailings(db: DocumentClient, TableName: string, clock: Clock): MailingStore {
  const stubOf = ({ id, revision }: Mailing): Item => ({
    ...mailingKey(id),
    v: SCHEMA_VERSION,
    id,
    revision,
    // Two who write the same at the same moment are told apart.
    writer: randomUUID(),
    expires: Math.ceil(clock.now().getTime() / 1000) + REMEMBERED_SECONDS,
  });
  const itemOf = (mailing: Mailing): Item => {
    const { addedAtMs, attempts, dueAtMs } = mailing;
    return { ...stubOf(mailing), addedAtMs, attempts, dueAtMs, timeKey: dueKey(dueAtMs), packed: pack(mailing) };
  };
  const ifUnchanged = (revision: number) => ({
    ConditionExpression: 'revision = :revision',
    ExpressionAttributeValues: { ':revision': revision },
  });
  return {
    add: (mailing) => wasPut(db, { TableName, Item: itemOf(mailing), ConditionExpression: 'attribute_not_exists(pk)' }),

    async find(id) {
      const { Item } = await db.send(new GetCommand({ TableName, Key: mailingKey(id), ConsistentRead: true }));
      return Item?.['packed'] === undefined ? undefined : readMailing(Item);
    },

    async replace(mailing) {
      const next = { ...mailing, revision: mailing.revision + 1 };
      const isDone = await wasPut(db, { TableName, Item: itemOf(next), ...ifUnchanged(mailing.revision) });
      return isDone ? next : undefined;
    },

    async finish(mailing) {
      const stub = stubOf({ ...mailing, revision: mailing.revision + 1 });
      await wasPut(db, { TableName, Item: stub, ...ifUnchanged(mailing.revision) });
    },

    async listDue(untilMs, most) {
      const range = { ...dueUntil(untilMs), limit: most };
      const pages = await Promise.all(mailingPks.map((pk) => queryPage(db, TableName, { ...range, pk })));
      const due = pages.flatMap(({ items }) => items.map(readMailing));
      return due.toSorted((a, b) => a.dueAtMs - b.dueAtMs).slice(0, most);
    },
  };
}
