/**
 * What each column of each report should say about the first advertiser of a world, in US dollars, worked out row by
 * row in plain TypeScript.
 */
import { attributesOf } from './attributes.ts';
import { metricsOf } from './metrics.ts';
import { WorldPieces, type Piece, type Split } from './pieces.ts';
import { text, WorldRows, type Cells } from './rows.ts';
import type { ColumnWorld } from './world.ts';

const iso = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);

function timeParts(day: string): Cells {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  const quarter = Math.floor((month - 1) / 3) * 3;
  return {
    date: day,
    weekStart: iso(year, month - 1, date - sinceMonday),
    weekEnd: iso(year, month - 1, date - sinceMonday + 6),
    monthStart: iso(year, month - 1, 1),
    monthEnd: iso(year, month, 0),
    quarterStart: iso(year, quarter, 1),
    quarterEnd: iso(year, quarter + 3, 0),
    yearStart: iso(year, 0, 1),
    yearEnd: iso(year, 11, 31),
  };
}

export class ColumnOracle {
  readonly #rows: WorldRows;
  readonly #pieces: WorldPieces;

  constructor(world: ColumnWorld) {
    this.#rows = new WorldRows(world);
    this.#pieces = new WorldPieces(this.#rows);
  }

  /** The cells of a report by the names of its columns; empty ones are left out. */
  answer(type: string, columns: readonly string[], split: Split, segments: readonly string[]): Cells[] {
    const asked = new Set([...columns, ...segments]);
    const pieces = [...this.#pieces.of(type, split)].filter(({ day }) => this.#rows.isCounted(day));
    const isProducts = type === 'productAdvertised' || type === 'productLeadAndCrossSell';
    return this.#rows.rows(type).flatMap((row) => {
      const mine = pieces.filter(({ keys }) => keys.has(row.key));
      const bySegments = Map.groupBy(mine, (piece) => JSON.stringify(this.#segments(piece, segments)));
      return (split === 'none' ? [mine] : [...bySegments.values()]).map((group) => {
        const all: Cells = {
          ...attributesOf(type, row, columns),
          ...metricsOf(
            group.map(({ sums }) => sums),
            { hasEngine: split !== 'floodlight' && !isProducts, hasVisits: split !== 'floodlight' },
          ),
          ...sharesOf(group.flatMap(({ shares }) => (shares === undefined ? [] : [shares]))),
          ...(group[0] && this.#segments(group[0], segments)),
        };
        return Object.fromEntries(Object.entries(all).filter(([name, cell]) => asked.has(name) && cell !== undefined));
      });
    });
  }

  #segments({ parts, day }: Piece, names: readonly string[]): Cells {
    const ad = this.#rows.byId.get(text(parts.adId));
    const isUnattributedAd = parts.adId === undefined;
    const all: Cells = { ...ad?.attributes, ad: ad?.name, isUnattributedAd, ...parts, ...timeParts(day) };
    return Object.fromEntries(names.map((name) => [name, all[name]]));
  }
}

/** One share stands as it came; of several, the mean of those that are numbers. */
function sharesOf(shares: readonly Cells[]): Cells {
  const names = Object.keys(shares[0] ?? {});
  return Object.fromEntries(
    names.map((name) => {
      const values = [...new Set(shares.map((share) => text(share[name])))];
      if (values.length === 1) return [name, values[0]];
      const numbers = shares.map((share) => Number(text(share[name]).replace('%', ''))).filter((n) => !Number.isNaN(n));
      return [name, `${(numbers.reduce((sum, n) => sum + n, 0) / numbers.length).toFixed(2)}%`];
    }),
  );
}
