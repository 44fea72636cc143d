/**
 * The relations of report statements as tables of Athena over the warehouse's files, and the part of them that a
 * statement may see.
 */
import type { ColumnType } from '#lib/ads/import/column';
import {
  entities,
  factsDaily,
  floodlight,
  fxRates,
  products,
  sharesDaily,
  visits,
  type Kind,
} from '#lib/ads/import/kinds';
import { LINEAGE_COLUMNS } from '#lib/ads/import/lineage-sql';
import { kindPrefix } from '#lib/ads/import/warehouse-keys';
import { readsRelation } from '#lib/ads/reports/compile/named-in-sql';
import { CONVERSION_COLUMNS, type RelationType } from '#lib/ads/reports/plan/conversion-rows';
import { after, anyOf, raw, sql, text, type Sql } from '#lib/ads/reports/sql/sql';
import { CONVERSIONS_PREFIX } from './names.ts';

const TYPES: Readonly<Record<ColumnType, string>> = {
  text: 'string',
  id: 'bigint',
  customer: 'bigint',
  integer: 'bigint',
  number: 'double',
  date: 'date',
  time: 'timestamp',
  boolean: 'boolean',
  json: 'string',
};
const CONVERSION_TYPES: Readonly<Record<RelationType, string>> = {
  BIGINT: 'bigint',
  DOUBLE: 'double',
  BOOLEAN: 'boolean',
  VARCHAR: 'string',
  DATE: 'date',
  'BIGINT[]': 'array<bigint>',
  'VARCHAR[]': 'array<string>',
  'DOUBLE[]': 'array<double>',
};

const RELATIONS: readonly Kind[] = [entities, factsDaily, sharesDaily, visits, floodlight, fxRates, products];

const columnsOf = (kind: Kind): string[] => [
  ...kind.columns.map(({ name, type }) => `\`${name}\` ${TYPES[type]}`),
  ...(kind === entities
    ? LINEAGE_COLUMNS.map((name) => `\`${name}\` ${name === 'networkTimeZone' ? 'string' : 'bigint'}`)
    : []),
];

/** The partition is part of the question, so that a report reads the files of its advertisers only. */
const injected = (column: string, location: string): string =>
  `TBLPROPERTIES ('projection.enabled' = 'true', 'projection.${column}.type' = 'injected', 'storage.location.template' = '${location}${column}=\${${column}}/')`;

/** Statements that make the tables; to be run once for a stage. */
export function tableStatements(database: string, bucket: string): string[] {
  const tables = RELATIONS.map((kind) => {
    const location = `s3://${bucket}/${kindPrefix(kind)}`;
    const partition =
      kind.cut === 'month'
        ? { clause: 'PARTITIONED BY (advertiser string)', properties: injected('advertiser', location) }
        : { clause: '', properties: '' };
    return `CREATE EXTERNAL TABLE IF NOT EXISTS ${database}.${kind.name} (${columnsOf(kind).join(', ')}) ${partition.clause} STORED AS PARQUET LOCATION '${location}' ${partition.properties}`.trimEnd();
  });
  const conversions = Object.entries(CONVERSION_COLUMNS).map(([name, type]) => `\`${name}\` ${CONVERSION_TYPES[type]}`);
  const location = `s3://${bucket}/${CONVERSIONS_PREFIX}`;
  return [
    `CREATE DATABASE IF NOT EXISTS ${database}`,
    ...tables,
    `CREATE EXTERNAL TABLE IF NOT EXISTS ${database}.conversions (${conversions.join(', ')}) PARTITIONED BY (report string) ROW FORMAT SERDE 'org.openx.data.jsonserde.JsonSerDe' LOCATION '${location}' ${injected('report', location)}`,
  ];
}

/** The statement with its relations bound to tables. */
export function bindRelations(
  statement: Sql,
  database: string,
  advertiserIds: readonly string[] | undefined,
  report: string,
): Sql {
  const names = (name: string): boolean => readsRelation(statement.text, name);
  const bound = RELATIONS.filter(({ name }) => names(name)).map(({ name, cut }) => {
    const where = cut === 'month' ? sql` WHERE ${anyOf(raw('advertiser'), (advertiserIds ?? []).map(text))}` : raw('');
    return sql`${raw(name)} AS (SELECT * FROM ${raw(`${database}.${name}`)}${where})`;
  });
  const conversions = names('conversions')
    ? [sql`conversions AS (SELECT * FROM ${raw(`${database}.conversions`)} WHERE report = ${text(report)})`]
    : [];
  return after([...bound, ...conversions], statement);
}
