/** Functions of a deployed stage: whether they are active, their concurrency and their settings. */
import {
  GetAccountSettingsCommand,
  GetFunctionCommand,
  type GetFunctionCommandOutput,
  type LambdaClient,
} from '@aws-sdk/client-lambda';
import type { DeployedFunction } from '#lib/package/template/deployment';
import { readConfig } from '#lib/runtime/process/config';
import { checked, faultsOrPassed, passed, unlessMissing, wrong, type Finding } from './finding.ts';

/** New accounts have ten: streams alone may use four per reader. */
const MIN_CONCURRENCY = 100;

/** As the Serverless Framework names functions: service, stage, name. */
export const deployedName = (stage: string, name: string): string => `almanac-${stage}-${name}`;

const describeFunction = (
  lambda: LambdaClient,
  stage: string,
  name: string,
): Promise<GetFunctionCommandOutput | undefined> =>
  unlessMissing(lambda.send(new GetFunctionCommand({ FunctionName: deployedName(stage, name) })));

/** The settings of the deployed stage: some come from --param and are in no file. */
export async function deployedSettings(
  lambda: LambdaClient,
  stage: string,
): Promise<Record<string, string> | undefined> {
  return (await describeFunction(lambda, stage, 'discovery'))?.Configuration?.Environment?.Variables;
}

async function checkFunction(lambda: LambdaClient, stage: string, name: string): Promise<Finding[]> {
  const label = `function ${deployedName(stage, name)}`;
  const deploy = `\`npm run deploy -- --stage ${stage}\``;
  const found = await describeFunction(lambda, stage, name);
  if (found === undefined) return [wrong(`${label} is not there`, deploy)];
  const {
    State = 'Active',
    StateReason = '',
    LastUpdateStatus = 'Successful',
    LastUpdateStatusReason = '',
  } = found.Configuration ?? {};
  const command = `aws lambda delete-function-concurrency --function-name ${deployedName(stage, name)}`;
  const again = `\`${command}\`, unless it was stopped for a restore.`;
  return [
    // An inactive function was not called for weeks; its next call activates it.
    ...(State === 'Active' || State === 'Inactive'
      ? []
      : [wrong(`${label} is ${State}. ${StateReason}`.trim(), deploy)]),
    ...(LastUpdateStatus === 'Failed'
      ? [wrong(`${label}: its update failed. ${LastUpdateStatusReason}`.trim(), deploy)]
      : []),
    ...(found.Concurrency?.ReservedConcurrentExecutions === 0
      ? [wrong(`${label} may not run: its concurrency is 0`, again)]
      : []),
  ];
}

export async function checkFunctions(
  lambda: LambdaClient,
  functions: readonly Pick<DeployedFunction, 'name'>[],
  stage: string,
): Promise<Finding[]> {
  const each = functions.map(({ name }) => checked(`function ${name}`, () => checkFunction(lambda, stage, name)));
  return faultsOrPassed((await Promise.all(each)).flat(), `${String(functions.length)} functions can run`);
}

/** Concurrency left for functions without a reservation. */
export async function checkConcurrency(lambda: LambdaClient): Promise<Finding[]> {
  const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}));
  const free = AccountLimit?.UnreservedConcurrentExecutions ?? 0;
  const what = `Lambda: ${String(free)} runs at once for the functions of this account and region`;
  if (free >= MIN_CONCURRENCY) return [passed(what)];
  return [wrong(what, 'Ask AWS for more (Service Quotas, Lambda, concurrent executions), or reserve less for others.')];
}

/** The stage's rate limits, as its functions read them. */
export function checkQuota(settings: Readonly<Record<string, string>>): Finding[] {
  const { quota } = readConfig(settings);
  const shown = (units: number): string => (units === 0 ? 'no ceiling' : `${String(units)} units a minute`);
  const isUpsideDown =
    quota.stagePerMinute > 0 && (quota.userPerMinute === 0 || quota.userPerMinute > quota.stagePerMinute);
  const what = `quota: ${shown(quota.userPerMinute)} for a user, ${shown(quota.stagePerMinute)} for the stage`;
  if (!isUpsideDown) return [passed(what)];
  return [
    wrong(`${what}: one user can use up everybody's`, 'Set quotaUserPerMinute below quotaStagePerMinute, and deploy.'),
  ];
}
