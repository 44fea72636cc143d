/** The columns of a request, looked up in the catalogue, among the advertiser's saved columns and custom variables. */
import { refuse } from '#lib/ads/batch/batch';
import type { AdvertiserSetup } from '#lib/ads/model/advertiser';
import type { SavedColumn } from '#lib/ads/model/saved-column';
import { MEASURES } from '#lib/ads/reports/catalogue/measures';
import type { ReportType } from '#lib/ads/reports/catalogue/report-type';
import { windowOf } from '#lib/ads/reports/plan/calendar-days';
import type { OwnMeasure, PlannedColumn, ResolvedColumn, Window } from '#lib/ads/reports/plan/plan';
import { BadFormula, compileFormula } from '#lib/ads/reports/sql/formula';
import { all, anyOf, id, raw, sql, text, type Sql } from '#lib/ads/reports/sql/sql';
import type { ValueType } from '#lib/ads/reports/sql/value-type';
import type { ReportColumnResource } from '#lib/ads/resources/report-request';
import type { Static } from '#lib/api/schema';

export type ColumnSpec = Static<typeof ReportColumnResource>;

/** What the advertiser of the scope has defined; undefined when the scope holds more than one advertiser. */
export interface Definitions {
  readonly setup: AdvertiserSetup;
  readonly savedColumns: readonly SavedColumn[];
}

const NAMES = ['columnName', 'savedColumnName', 'customMetricName', 'customDimensionName'] as const;
const FLOODLIGHT_METRICS: Readonly<Record<string, string>> = {
  actions: 'actions',
  transactions: 'transactions',
  revenue: 'revenue',
  weightedActions: 'weightedActions',
};

export type NameKind = (typeof NAMES)[number];

const namesIn = (spec: ColumnSpec): NameKind[] => NAMES.filter((kind) => spec[kind] !== undefined && spec[kind] !== '');

/** Which of the four names a column is called by, and the name. */
export function requireName(spec: ColumnSpec, where: string): readonly [NameKind, string] {
  const [kind, ...others] = namesIn(spec);
  if (kind === undefined || others.length > 0) throw refuse(`${where} takes exactly one of ${NAMES.join(', ')}.`);
  return [kind, spec[kind] ?? ''];
}

/** The same for columns with the same name of the same kind. */
export const nameOf = (spec: ColumnSpec): string =>
  namesIn(spec)
    .map((kind) => `${kind} ${spec[kind] ?? ''}`)
    .join();

export class ColumnResolver {
  readonly measures: Record<string, OwnMeasure> = {};
  readonly customMetrics: string[] = [];
  readonly customDimensions: string[] = [];
  readonly #type: ReportType;
  readonly #definitions: Definitions | undefined;
  readonly #window: Window | undefined;

  constructor(type: ReportType, definitions: Definitions | undefined, window: Window | undefined) {
    this.#type = type;
    this.#definitions = definitions;
    this.#window = window;
  }

  resolve(spec: ColumnSpec, where: string): PlannedColumn {
    const [kind, name] = requireName(spec, where);
    const column = this.#resolve(kind, name, where);
    const own = windowOf(spec, where);
    if (own !== undefined && column.behaviour !== 'metric')
      throw refuse(`${where}: only metrics have days of their own.`);
    if (spec.platformSource !== undefined && (kind !== 'customDimensionName' || spec.platformSource !== 'floodlight')) {
      throw refuse(`${where}: platformSource goes with custom dimensions and is floodlight.`);
    }
    this.#checkPerspective(spec, where);
    const window = column.behaviour === 'metric' ? (own ?? this.#window) : undefined;
    if (column.behaviour === 'metric' && window === undefined)
      throw refuse(`${where}: the metric '${column.name}' needs a time range.`);
    const header = spec.headerText === undefined || spec.headerText === '' ? column.name : spec.headerText;
    return { ...column, header, window, isGrouped: spec.groupByColumn === true };
  }

  #checkPerspective({ productReportPerspective: perspective }: ColumnSpec, where: string): void {
    if (perspective === undefined) return;
    if (!this.#type.name.startsWith('product'))
      throw refuse(`${where}: productReportPerspective is for product reports.`);
    if (perspective !== 'sold' && perspective !== 'advertised')
      throw refuse(`${where}: productReportPerspective is sold or advertised.`);
  }

  #resolve(kind: NameKind, name: string, where: string): ResolvedColumn {
    if (kind === 'columnName') {
      const column = this.#type.columns.get(name);
      if (column === undefined) throw refuse(`${where}: there is no column '${name}' in ${this.#type.name} reports.`);
      return column;
    }
    const definitions = this.#definitions;
    if (definitions === undefined)
      throw refuse(`${where}: '${name}' belongs to an advertiser, so the scope must be one advertiser or lower.`);
    if (kind === 'savedColumnName') {
      const saved = definitions.savedColumns.find((candidate) => candidate.name === name);
      if (saved === undefined) throw refuse(`${where}: there is no saved column '${name}'.`);
      return this.#savedColumn(saved, where);
    }
    const use = kind === 'customMetricName' ? 'METRIC' : 'DIMENSION';
    if (!definitions.setup.variables.some((variable) => variable.name === name && variable.use === use)) {
      throw refuse(`${where}: there is no custom ${use.toLowerCase()} '${name}'.`);
    }
    return use === 'METRIC' ? this.#customMetric(name) : this.#customDimension(name);
  }

  #customMetric(name: string): ResolvedColumn {
    const index = placeOf(this.customMetrics, name);
    if (this.#type.isEvents)
      return { name, type: 'Number', behaviour: 'attribute', origin: { from: 'customValue', index } };
    const measure = `custom${String(index)}`;
    this.measures[measure] = {
      source: 'conversions',
      value: raw(`metrics[${String(index + 1)}]`),
      rollUp: 'sum',
      type: 'DOUBLE',
    };
    return { name, type: 'Number', behaviour: 'metric', origin: { from: 'measures', formula: `{${measure}}` } };
  }

  /** In a report on conversions a dimension says something about its row; elsewhere it splits the rows. */
  #customDimension(name: string): ResolvedColumn {
    const index = placeOf(this.customDimensions, name);
    return {
      name,
      type: 'String',
      behaviour: this.#type.isEvents ? 'attribute' : 'segment',
      origin: { from: 'dimension', index },
    };
  }

  #savedColumn({ name, type, definition }: SavedColumn, where: string): ResolvedColumn {
    if (this.#type.isEvents || ![...this.#type.columns.keys()].includes('dfaActions'))
      throw refuse(`${where}: saved columns are metrics, which ${this.#type.name} reports have none of.`);
    const formula =
      definition['kind'] === 'formula'
        ? this.#formula(String(definition['formula'] ?? ''), where)
        : raw(`{${this.#floodlightMeasure(definition, where)}}`);
    return { name, type: type satisfies ValueType, behaviour: 'metric', origin: { from: 'formula', formula } };
  }

  #formula(formula: string, where: string): Sql {
    try {
      return compileFormula(formula, (name) => {
        const column = this.#type.columns.get(name);
        if (column?.origin.from !== 'measures')
          throw new BadFormula(`there is no metric '${name}' in ${this.#type.name} reports`);
        return raw(column.origin.formula);
      });
    } catch (error) {
      throw error instanceof BadFormula ? refuse(`${where}: ${error.message}.`) : error;
    }
  }

  /** The sum of a Floodlight metric over some activities and values of a dimension. */
  #floodlightMeasure(definition: Readonly<Record<string, unknown>>, where: string): string {
    const base = MEASURES[FLOODLIGHT_METRICS[String(definition['metric'])] ?? ''];
    if (base === undefined) throw refuse(`${where}: the saved column is of a kind that reports do not know.`);
    const { activityIds, dimensionFilter } = definition as {
      activityIds?: readonly (string | number)[];
      dimensionFilter?: DimensionFilter;
    };
    const conditions = [
      ...(activityIds === undefined ? [] : [anyOf(raw('activityId'), activityIds.map(id))]),
      ...(dimensionFilter === undefined ? [] : [this.#dimensionCondition(dimensionFilter)]),
    ];
    const name = `saved${String(Object.keys(this.measures).length)}`;
    this.measures[name] = { ...base, value: sql`CASE WHEN ${all(conditions)} THEN ${raw(base.value)} END` };
    return name;
  }

  #dimensionCondition({ name, value, values = value === undefined ? [] : [value] }: DimensionFilter): Sql {
    const index = placeOf(this.customDimensions, name);
    return anyOf(raw(`dimensions[${String(index + 1)}]`), values.map(text));
  }
}

interface DimensionFilter {
  readonly name: string;
  readonly value?: string;
  readonly values?: readonly string[];
}

/** The place of a name in a list, which it joins when it is new. */
function placeOf(names: string[], name: string): number {
  const known = names.indexOf(name);
  return known === -1 ? names.push(name) - 1 : known;
}
