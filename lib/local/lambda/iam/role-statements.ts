/** The statements of a function's role from the template, with the ARNs of this machine. */
import { roleOf } from '#lib/package/roles';
import type { Deployment } from '#lib/package/template/deployment';
import { SEARCH_DOMAIN } from '#lib/package/template/search-domain';
import { bucketArn, PSEUDO_PARAMETERS, queueArn, SEARCH_DOMAIN_ARN, tableArn } from './arns.ts';
import type { Statement } from './policy.ts';

interface TemplateStatement {
  readonly Action: readonly string[];
  readonly Resource: readonly Readonly<Record<string, unknown>>[];
  readonly Condition?: Statement['conditions'];
}

interface RoleProperties {
  readonly Policies: readonly { readonly PolicyDocument: { readonly Statement: readonly TemplateStatement[] } }[];
}

export type Stage = Pick<Deployment, 'tables' | 'queues' | 'bucket' | 'environment'>;

/** The local ARN for a resource attribute; a resource that does not exist here keeps its template name. */
function attribute(stage: Stage, logicalId: string, name: string): string {
  const table = stage.tables.find((definition) => definition.logicalId === logicalId);
  if (table !== undefined && name === 'Arn') return tableArn(table.create.TableName);
  const queue = stage.queues.find((definition) => definition.logicalId === logicalId);
  if (queue !== undefined && name === 'Arn') return queueArn(queue.name);
  if (logicalId === SEARCH_DOMAIN && name === 'Arn') return SEARCH_DOMAIN_ARN;
  return logicalId === 'Bucket' && name === 'Arn' ? bucketArn(stage.bucket) : `${logicalId}.${name}`;
}

function arnOf(stage: Stage, resource: Readonly<Record<string, unknown>>): string {
  const parts = resource['Fn::GetAtt'];
  if (Array.isArray(parts)) return attribute(stage, String(parts[0]), String(parts[1]));
  const text = resource['Fn::Sub'];
  if (typeof text !== 'string')
    throw new Error(`The local stack cannot read the resource ${JSON.stringify(resource)} of a role.`);
  return text.replaceAll(/\$\{([^}]+)\}/g, (_whole, name: string) => {
    const [logicalId = '', attributeName = ''] = name.split('.');
    return PSEUDO_PARAMETERS[name] ?? attribute(stage, logicalId, attributeName);
  });
}

/** In the order of the role: a statement is identified by its index. */
export function roleStatements(functionName: string, stage: Stage): Statement[] {
  const { Properties } = roleOf(functionName, functionName, stage.environment);
  const { Policies } = Properties as RoleProperties;
  return Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement).map(
    ({ Action, Resource, Condition = {} }) => ({
      actions: Action,
      resources: Resource.map((resource) => arnOf(stage, resource)),
      conditions: Condition,
    }),
  );
}
