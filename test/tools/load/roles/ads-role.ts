/** An advertiser's program: uploads conversions, corrects some of them, and reads them back. */
import { isUndecided, reasonOf, type Json } from '#test/tools/load/client/wire';
import { ADS, ADVERTISER, allConversions, conversionPage, sinceYesterday } from './conversions.ts';
import { compareDays } from './reports.ts';
import type { Role, Dependencies } from './role.ts';

interface Uploaded {
  readonly timestamp: string;
  revenueMicros: string;
}

const STEPS = { insert: 48, update: 20, read: 18, columns: 8, report: 6 } as const;

export class AdsRole implements Role {
  readonly #dependencies: Dependencies;
  /** The criterion to which conversions are attributed. */
  readonly #place: Json;
  readonly #uploaded = new Map<string, Uploaded>();
  #made = 0;

  constructor(dependencies: Dependencies, place: Json) {
    this.#dependencies = dependencies;
    this.#place = place;
  }

  async step(): Promise<void> {
    const { chance, wire, findings } = this.#dependencies;
    switch (chance.weighted(STEPS)) {
      case 'insert':
        return this.#insert(1 + chance.below(5));
      case 'update':
        return this.#update();
      case 'read': {
        await conversionPage(wire, 0, ...sinceYesterday());
        return;
      }
      case 'columns': {
        await wire.sendUntilAnswered('doubleclicksearch.savedColumns.list', 'GET', `${ADVERTISER}/savedcolumns`);
        return;
      }
      case 'report':
        return compareDays(wire, findings);
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
    const { wire, findings, name } = this.#dependencies;
    const drafts = Array.from({ length: count }, (): [string, Uploaded] => {
      this.#made += 1;
      return [
        `${name}-${String(this.#made)}`,
        { timestamp: String(Date.now() - 60_000), revenueMicros: String(this.#made * 1_000_000) },
      ];
    });
    const body = { conversion: drafts.map(([id, draft]) => this.#fields(id, draft)) };
    const answer = await wire.call('doubleclicksearch.conversion.insert', 'POST', `${ADS}/conversion`, { body });
    if (!isUndecided(answer))
      findings.check(
        answer.status === 200,
        () => `conversion.insert of new ids: ${String(answer.status)} ${reasonOf(answer)} ${answer.text.slice(0, 300)}`,
      );
    // In a batch without an answer, each entry may or may not be stored.
    const stored = isUndecided(answer)
      ? await this.#storedAmong(drafts.map(([id]) => id))
      : new Set(drafts.map(([id]) => id));
    if (isUndecided(answer) || answer.status === 200)
      for (const [id, draft] of drafts) if (stored.has(id)) this.#uploaded.set(id, draft);
  }

  async #update(): Promise<void> {
    const { chance, wire, findings } = this.#dependencies;
    const picked = chance.pick([...this.#uploaded]);
    if (picked === undefined) return this.#insert(1);
    const [id, uploaded] = picked;
    const revenueMicros = String(Number(uploaded.revenueMicros) + 10_000);
    const body = { conversion: [this.#fields(id, { ...uploaded, revenueMicros })] };
    const answer = await wire.call('doubleclicksearch.conversion.update', 'PUT', `${ADS}/conversion`, { body });
    if (isUndecided(answer)) {
      const found = (await allConversions(this.#dependencies.wire, ...sinceYesterday())).find(
        ({ conversionId }) => conversionId === id,
      );
      findings.check(
        found?.revenueMicros === revenueMicros || found?.revenueMicros === uploaded.revenueMicros,
        () => `conversion.update without an answer left ${String(found?.revenueMicros)} (${id})`,
      );
      uploaded.revenueMicros = found?.revenueMicros ?? uploaded.revenueMicros;
      return;
    }
    findings.check(
      answer.status === 200,
      () =>
        `conversion.update of a conversion that nobody else writes: ${String(answer.status)} ${answer.text.slice(0, 300)}`,
    );
    if (answer.status === 200) uploaded.revenueMicros = revenueMicros;
  }

  async #storedAmong(ids: readonly string[]): Promise<Set<string>> {
    return new Set(
      (await allConversions(this.#dependencies.wire, ...sinceYesterday()))
        .map(({ conversionId }) => conversionId)
        .filter((id) => ids.includes(id)),
    );
  }

  async verify(): Promise<void> {
    const { findings, name } = this.#dependencies;
    const mine = (await allConversions(this.#dependencies.wire, ...sinceYesterday())).filter(({ conversionId }) =>
      conversionId.startsWith(`${name}-`),
    );
    findings.check(
      new Set(mine.map(({ conversionId }) => conversionId)).size === mine.length,
      () => `${name} has conversions twice`,
    );
    const stored = new Map(mine.map((conversion) => [conversion.conversionId, conversion]));
    for (const [id, { revenueMicros }] of this.#uploaded) {
      findings.check(
        stored.get(id)?.revenueMicros === revenueMicros,
        () => `acknowledged was ${revenueMicros}, the server has ${String(stored.get(id)?.revenueMicros)} (${id})`,
      );
    }
    for (const id of stored.keys())
      findings.check(
        this.#uploaded.has(id),
        () => `the server has ${id}, which was not acknowledged and not found before`,
      );
  }
}
