/**
 * Every call that a function makes to DynamoDB, S3, SES or Athena is held against the function's own role, as AWS
 * would: what the role does not
 * allow is refused here already; other services are in no role (other-services.ts). Calls outside of a function (sample
 * data, commands, what a test prepares) are the operator's, who may do everything.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { checkOutgoingCalls, type CloudService } from '#lib/api/process/outgoing-calls';
import { dynamodbAccesses, s3Accesses, sesAccesses } from './accesses.ts';
import { roleArn } from './arns.ts';
import { athenaAccesses } from './athena-accesses.ts';
import { allowing, type Access, type Statement } from './policy.ts';
import { roleStatements, type Stage } from './role-statements.ts';
import { noteUse } from './usage.ts';

const current = new AsyncLocalStorage<string>();

/** Calls that `work` makes, and what it awaits, are those of a function. */
export const asFunction = <T>(name: string, work: () => T): T => current.run(name, work);

/** Calls that `work` makes are the operator's, also inside of a function. */
export const asOperator = <T>(work: () => T): T => current.exit(work);

const ACCESSES: Readonly<Record<CloudService, (name: string, input: object) => Access[]>> = {
  dynamodb: dynamodbAccesses,
  s3: s3Accesses,
  ses: (_name, input) => sesAccesses(input),
  athena: athenaAccesses,
};

/** What IAM says when it refuses; undefined when all is allowed. */
function refusalFor(name: string, statements: readonly Statement[], accesses: readonly Access[]): string | undefined {
  for (const access of accesses) {
    const { action, resource } = access;
    const statement = allowing(statements, access);
    if (statement === undefined) {
      const why = `because no identity-based policy allows the ${action} action`;
      return `User: ${roleArn(name)} is not authorized to perform: ${action} on resource: ${resource} ${why}`;
    }
    noteUse(name, statements.indexOf(statement), action);
  }
  return undefined;
}

/** From now on the functions of a stage may do in this process what their roles allow, and nothing else. */
export function enforceRoles(stage: Stage): void {
  const roles = new Map<string, readonly Statement[]>();
  checkOutgoingCalls((service, call, input) => {
    const name = current.getStore();
    if (name === undefined) return undefined;
    const statements = roles.get(name) ?? roleStatements(name, stage);
    roles.set(name, statements);
    return refusalFor(name, statements, ACCESSES[service](call, input));
  });
}
