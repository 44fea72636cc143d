/**
 * IAM on a laptop: this folder checks every call of a function to DynamoDB, S3, SES, SQS, Athena, OpenSearch or
 * Secrets Manager against its role.
 * `accesses.ts` and `athena-accesses.ts` say which permissions a call needs, `role-statements.ts` which ones the role
 * in the template grants, and `policy.ts` decides. `other-services.ts` refuses all other AWS services; `usage.ts`
 * records which statements tests used. Calls outside of a function (sample data, commands, test set-up) run as the
 * operator, who may do everything.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { checkOutgoingCalls, type CloudService } from '#lib/api/process/outgoing-calls';
import {
  dynamodbAccesses,
  opensearchAccesses,
  s3Accesses,
  secretAccesses,
  sesAccesses,
  sqsAccesses,
} from './accesses.ts';
import { roleArn } from './arns.ts';
import { athenaAccesses } from './athena-accesses.ts';
import { findAllowingStatement, type Access, type Statement } from './policy.ts';
import { roleStatements, type Stage } from './role-statements.ts';
import { recordUse } from './usage.ts';

const current = new AsyncLocalStorage<string>();

/** Runs `work`, and what it awaits, with the role of a function. */
export const asFunction = <T>(name: string, work: () => T): T => current.run(name, work);

const ACCESSES: Readonly<Record<CloudService, (name: string, input: object) => Access[]>> = {
  dynamodb: dynamodbAccesses,
  s3: s3Accesses,
  ses: (_name, input) => sesAccesses(input),
  sqs: sqsAccesses,
  athena: athenaAccesses,
  secretsmanager: secretAccesses,
  opensearch: opensearchAccesses,
};

/** IAM's error message; undefined if everything is allowed. */
function refusalFor(name: string, statements: readonly Statement[], accesses: readonly Access[]): string | undefined {
  for (const access of accesses) {
    const { action, resource } = access;
    const statement = findAllowingStatement(statements, access);
    if (statement === undefined) {
      const why = `because no identity-based policy allows the ${action} action`;
      return `User: ${roleArn(name)} is not authorized to perform: ${action} on resource: ${resource} ${why}`;
    }
    recordUse(name, statements.indexOf(statement), action);
  }
  return undefined;
}

/** From now on, functions in this process may do only what their roles allow. */
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
