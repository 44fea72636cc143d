/** Declarations -> the table of operations in functions/README.md. */
import type { Operation } from '#lib/api/operation';
import { SCOPE_PREFIX, type ServiceDescription } from '#lib/api/service';
import { operationsOf } from './discovery.ts';

/** `calendar.events` is shown as `.events`: the service's name is in the heading already. */
const shortScope = (service: ServiceDescription, scope: string): string => {
  const name = scope.replace(SCOPE_PREFIX, '');
  return `\`${name.startsWith(`${service.name}.`) ? name.slice(service.name.length) : name}\``;
};

function row(service: ServiceDescription, operation: Operation): string {
  const [, ...names] = operation.id.split('.');
  const scopes = [
    ...(operation.access === 'key' ? ['key'] : []),
    ...operation.scopes.map((scope) => shortScope(service, scope)),
  ].join(' ');
  return `| ${names.join('.')} | \`${operation.route}\` | ${scopes} | ${String(operation.cost)} | ${operation.isPending ? '501' : 'served'} |`;
}

export const operationTable = (services: readonly ServiceDescription[], catalog: readonly Operation[]): string =>
  services
    .map((service) => {
      const operations = operationsOf(service, catalog);
      return [
        `### ${service.name} ${service.version}: ${String(operations.length)} operations`,
        '',
        '| operation | verb and path | any one of | cost | state |',
        '|---|---|---|---|---|',
        ...operations.map((operation) => row(service, operation)),
      ].join('\n');
    })
    .join('\n\n');

/** The text with everything between the two markers of that name replaced. */
export function withTable(text: string, name: string, table: string): string {
  const [begin, end] = [`<!-- ${name}: written by npm run generate -->`, `<!-- /${name} -->`];
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from === -1 || to < from) throw new Error(`The lines ${begin} and ${end} are missing`);
  return `${text.slice(0, from + begin.length)}\n\n${table}\n\n${text.slice(to)}`;
}
