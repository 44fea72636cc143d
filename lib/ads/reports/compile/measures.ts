/** The measures that a report needs: each once for each window of days. */
import { MEASURES, type Source } from '#lib/ads/reports/catalogue/measures';
import type { OwnMeasure, Plan, PlannedColumn, Window } from '#lib/ads/reports/plan/plan';
import { day, raw, sql, type Sql } from '#lib/ads/reports/sql/sql';

export interface UsedMeasure {
  /** Its column: `m0`. */
  readonly name: string;
  readonly measure: OwnMeasure;
  readonly window: Window;
}

const BRACES = /\{(\w+)\}/g;

export class UsedMeasures {
  readonly #used = new Map<string, UsedMeasure>();
  readonly #own: Plan['measures'];
  readonly #isCounted: (source: Source) => boolean;

  /** Sources that the report's segments do not apply to are not counted: their measures stay empty. */
  constructor(own: Plan['measures'], isCounted: (source: Source) => boolean) {
    this.#own = own;
    this.#isCounted = isCounted;
  }

  get all(): readonly UsedMeasure[] {
    return [...this.#used.values()];
  }

  /** The metric's value over the sums of a row, which has the alias `base`. */
  expression(column: Pick<PlannedColumn, 'origin' | 'window' | 'name'>): Sql {
    const { origin, window } = column;
    if (origin.from === 'nowhere' || window === undefined) return raw('NULL');
    const formula =
      origin.from === 'measures' ? raw(origin.formula) : origin.from === 'formula' ? origin.formula : undefined;
    if (formula === undefined) throw new Error(`'${column.name}' is no metric.`);
    return { ...formula, text: formula.text.replace(BRACES, (_, name: string) => this.#reference(name, window)) };
  }

  #reference(name: string, window: Window): string {
    const known = MEASURES[name];
    const measure = this.#own[name] ?? (known && { ...known, value: raw(known.value) });
    if (measure === undefined) throw new Error(`There is no measure '${name}'.`);
    if (!this.#isCounted(measure.source)) return `CAST(NULL AS ${measure.type})`;
    const key = `${name} ${window.first} ${window.last}`;
    let used = this.#used.get(key);
    if (used === undefined) this.#used.set(key, (used = { name: `m${String(this.#used.size)}`, measure, window }));
    return measure.rollUp === 'sum' ? `COALESCE(base.${used.name}, 0)` : `base.${used.name}`;
  }
}

export const isWithin = ({ first, last }: Window): Sql => sql`day BETWEEN ${day(first)} AND ${day(last)}`;

/** The sum over the rows of a source; `isOnlyWindow` when its rows are limited to the measure's days already. */
export function aggregate({ measure, window }: UsedMeasure, isOnlyWindow: boolean): Sql {
  const value = isOnlyWindow ? measure.value : sql`CASE WHEN ${isWithin(window)} THEN ${measure.value} END`;
  return sql`${raw(measure.rollUp.toUpperCase())}(${value})`;
}
