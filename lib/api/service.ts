/** What the documents say about a service: addresses, scopes, groups and the parameters every operation takes. */
import type { Fields } from './schema.ts';

export type ServiceName = 'calendar' | 'books' | 'doubleclicksearch';

export interface ServiceDescription {
  /** First part of every operation id. */
  readonly name: ServiceName | 'almanac';
  readonly version: string;
  /** Date of the published description whose facts the declarations follow. */
  readonly revision: string;
  readonly title: string;
  readonly description: string;
  /** Paths in the discovery document are relative to this; empty: they are relative to the root. */
  readonly servicePath: string;
  readonly batchPath: string;
  readonly scopes: Readonly<Record<string, string>>;
  /** What each group of operations is about. */
  readonly groups: Readonly<Record<string, string>>;
  readonly systemParameters: Fields;
}

export const SCOPE_PREFIX = 'https://www.googleapis.com/auth/';

/** `events` of `calendar.events.insert`: the part between service and method. */
export const groupOf = (operationId: string): string => operationId.split('.').slice(1, -1).join('.');
