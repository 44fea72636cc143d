/** Tables in several regions (replicas), and tables that exist before the stack (restored ones). */
import type { CloudResource, Resources } from './alarm.ts';

/** Only data that people enter is replicated; report data can be imported again. */
const REPLICATED = ['CalendarTable', 'BooksTable'];

/** `a, b` */
export const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** In a global table, protection and backups are set per replica, everything else once. */
function globalTable({ Properties, ...table }: CloudResource, regions: readonly string[]): CloudResource {
  const { DeletionProtectionEnabled, PointInTimeRecoverySpecification, ...shared } = Properties;
  const Replicas = regions.map((Region) => ({ Region, DeletionProtectionEnabled, PointInTimeRecoverySpecification }));
  return { ...table, Type: 'AWS::DynamoDB::GlobalTable', Properties: { ...shared, Replicas } };
}

/** `regions` besides the stage's own; without any, nothing changes. */
export function replicate(resources: Resources, home: string, regions: string): void {
  const others = splitList(regions).filter((region) => region !== home);
  if (others.length === 0) return;
  for (const id of REPLICATED) {
    const table = resources[id];
    if (table !== undefined) resources[id] = globalTable(table, [home, ...others]);
  }
}

/** Replaces references to a table that the stack does not create. */
interface ExistingTable {
  readonly name: string;
  readonly arn: string;
}

function replaceReferences(value: unknown, tables: ReadonlyMap<string, ExistingTable>): unknown {
  if (Array.isArray(value)) return value.map((item) => replaceReferences(item, tables));
  if (typeof value === 'string')
    return value.replace(
      /\$\{(\w+)(\.Arn)?\}/g,
      (text, id: string, isArn?: string) => tables.get(id)?.[isArn === undefined ? 'name' : 'arn'] ?? text,
    );
  if (typeof value !== 'object' || value === null) return value;
  const { Ref, 'Fn::GetAtt': attribute } = value as {
    readonly Ref?: string;
    readonly 'Fn::GetAtt'?: readonly [string, string];
  };
  if (Ref !== undefined) return tables.get(Ref)?.name ?? value;
  if (attribute !== undefined) {
    const table = tables.get(attribute[0]);
    return table === undefined ? value : { 'Fn::Sub': table.arn };
  }
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaceReferences(item, tables)]));
}

/** Removes tables that already exist from the template, and refers to them by name. */
export function removeReplicated(resources: Resources, existing: string): void {
  const tables = new Map(
    splitList(existing).map((id): [string, ExistingTable] => {
      const table = resources[id];
      if (table === undefined)
        throw new Error(`existingTables: there is no table ${id}; CalendarTable, BooksTable and AdsTable are.`);
      const name = String(table.Properties['TableName']);
      return [id, { name, arn: `arn:\${AWS::Partition}:dynamodb:\${AWS::Region}:\${AWS::AccountId}:table/${name}` }];
    }),
  );
  for (const id of tables.keys()) Reflect.deleteProperty(resources, id);
  for (const [id, resource] of Object.entries(resources))
    resources[id] = replaceReferences(resource, tables) as CloudResource;
}
