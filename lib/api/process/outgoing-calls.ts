/**
 * Where a local stack puts its own IAM: asked before every call to a cloud service. On AWS nobody stands here, and IAM
 * itself decides.
 */

export type CloudService = 'dynamodb' | 's3' | 'ses' | 'sqs' | 'athena' | 'secretsmanager' | 'opensearch';

/** Why a call is refused; undefined when it may be made. `name` is the service's own of the call: `GetItem`. */
export type OutgoingCheck = (service: CloudService, name: string, input: object) => string | undefined;

let check: OutgoingCheck | undefined;

export function checkOutgoingCalls(asked: OutgoingCheck): void {
  check = asked;
}

export const refusalOf: OutgoingCheck = (service, name, input) => check?.(service, name, input);
