/** An advertiser's program: uploads conversions, corrects some of them, and reads them back. */
import { SAMPLE } from '#lib/ads/sample-data';
import type { Role, Surroundings } from './role.ts';
import { isOpen, reasonOf, type Json } from './wire.ts';

interface Uploaded {
  readonly timestamp: string;
  revenueMicros: string;
}

export interface Stored {
  readonly conversionId: string;
  readonly revenueMicros?: string;
}

const ACCOUNT = '700000000042205';
const PAGE = 1000;
const STEPS = { insert: 50, update: 20, read: 20, columns: 10 } as const;

const root = 'doubleclicksearch/v2';
const account = `${root}/agency/${SAMPLE.agencyId}/advertiser/${SAMPLE.shoes}`;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '');

export const conversionsOf = ({ conversion = [] }: Json): readonly (Stored & Json)[] => conversion as readonly (Stored & Json)[];

/** Rows of the account since yesterday, which holds all that is uploaded here. */
export const conversionPage = (startRow: number, days = 1): string =>
  `${account}/engine/${ACCOUNT}/conversion?startDate=${dayOf(Date.now() - days * 86_400_000)}&endDate=${dayOf(Date.now() + 86_400_000)}&rowCount=${String(PAGE)}&startRow=${String(startRow)}`;

export class AdsRole implements Role {
  readonly #around: Surroundings;
  /** Where the conversions are attributed to. */
  readonly #place: Json;
  readonly #uploaded = new Map<string, Uploaded>();
  #made = 0;

  constructor(around: Surroundings, place: Json) {
    this.#around = around;
    this.#place = place;
  }

  async step(): Promise<void> {
    const { chance, wire } = this.#around;
    switch (chance.weighted(STEPS)) {
      case 'insert': return this.#insert(1 + chance.below(5));
      case 'update': return this.#update();
      case 'read': {
        await wire.insist('doubleclicksearch.conversion.get', 'GET', conversionPage(0));
        return;
      }
      case 'columns': {
        await wire.insist('doubleclicksearch.savedColumns.list', 'GET', `${account}/savedcolumns`);
      }
    }
  }

  #fields(conversionId: string, { timestamp, revenueMicros }: Uploaded): Json {
    return {
      ...this.#place,
      conversionId,
      conversionTimestamp: timestamp,
      segmentationType: 'FLOODLIGHT',
      segmentationName: 'Purchase',
      type: 'TRANSACTION',
      state: 'ACTIVE',
      revenueMicros,
      currencyCode: 'EUR',
      quantityMillis: '1000',
    };
  }

  async #insert(count: number): Promise<void> {
    const { wire, findings, name } = this.#around;
    const drafts = Array.from({ length: count }, (): [string, Uploaded] => {
      this.#made += 1;
      return [`${name}-${String(this.#made)}`, { timestamp: String(Date.now() - 60_000), revenueMicros: String(this.#made * 1_000_000) }];
    });
    const body = { conversion: drafts.map(([id, draft]) => this.#fields(id, draft)) };
    const answer = await wire.call('doubleclicksearch.conversion.insert', 'POST', `${root}/conversion`, { body });
    if (!isOpen(answer)) findings.check(answer.status === 200, () => `conversion.insert of new ids: ${String(answer.status)} ${reasonOf(answer)} ${answer.text.slice(0, 300)}`);
    // Of a batch without an answer each entry may be stored or not.
    const stored = isOpen(answer) ? await this.#storedAmong(drafts.map(([id]) => id)) : new Set(drafts.map(([id]) => id));
    if (isOpen(answer) || answer.status === 200) for (const [id, draft] of drafts) if (stored.has(id)) this.#uploaded.set(id, draft);
  }

  async #update(): Promise<void> {
    const { chance, wire, findings } = this.#around;
    const picked = chance.pick([...this.#uploaded]);
    if (picked === undefined) return this.#insert(1);
    const [id, uploaded] = picked;
    const revenueMicros = String(Number(uploaded.revenueMicros) + 10_000);
    const body = { conversion: [this.#fields(id, { ...uploaded, revenueMicros })] };
    const answer = await wire.call('doubleclicksearch.conversion.update', 'PUT', `${root}/conversion`, { body });
    if (isOpen(answer)) {
      const found = (await this.#readAll()).find(({ conversionId }) => conversionId === id);
      findings.check(found?.revenueMicros === revenueMicros || found?.revenueMicros === uploaded.revenueMicros, () => `conversion.update without an answer left ${String(found?.revenueMicros)} (${id})`);
      uploaded.revenueMicros = found?.revenueMicros ?? uploaded.revenueMicros;
      return;
    }
    findings.check(answer.status === 200, () => `conversion.update of a conversion that nobody else writes: ${String(answer.status)} ${answer.text.slice(0, 300)}`);
    if (answer.status === 200) uploaded.revenueMicros = revenueMicros;
  }

  async #readAll(): Promise<(Stored & Json)[]> {
    const all: (Stored & Json)[] = [];
    for (;;) {
      const page = conversionsOf((await this.#around.wire.insist('doubleclicksearch.conversion.get', 'GET', conversionPage(all.length))).body);
      all.push(...page);
      if (page.length < PAGE) return all;
    }
  }

  async #storedAmong(ids: readonly string[]): Promise<Set<string>> {
    return new Set((await this.#readAll()).map(({ conversionId }) => conversionId).filter((id) => ids.includes(id)));
  }

  async verify(): Promise<void> {
    const { findings, name } = this.#around;
    const mine = (await this.#readAll()).filter(({ conversionId }) => conversionId.startsWith(`${name}-`));
    findings.check(new Set(mine.map(({ conversionId }) => conversionId)).size === mine.length, () => `${name} has conversions twice`);
    const stored = new Map(mine.map((conversion) => [conversion.conversionId, conversion]));
    for (const [id, { revenueMicros }] of this.#uploaded) {
      findings.check(stored.get(id)?.revenueMicros === revenueMicros, () => `acknowledged was ${revenueMicros}, the server has ${String(stored.get(id)?.revenueMicros)} (${id})`);
    }
    for (const id of stored.keys()) findings.check(this.#uploaded.has(id), () => `the server has ${id}, which was not acknowledged and not found before`);
  }
}
