import { operationsOn } from '#lib/api/operation';
import type { ServiceDescription } from '#lib/api/service';
import type { Control } from '#lib/local/control/model/control';

/** Control operations are open to whom `guard.ts` lets in: no scopes, no quota. */
export const defineOperation = operationsOn<Control>();

export const controlDescription: ServiceDescription = {
  name: 'almanac',
  version: 'local',
  revision: '20261115',
  title: 'Control',
  description: 'Reset, clock, faults and records of a local stack, for tests. A deployed stage has none of it.',
  servicePath: '',
  batchPath: '',
  scopes: {},
  groups: {
    world: 'All data at once: reset, snapshots, sample data.',
    clock: 'The one clock that services, schedules, tokens and expiry obey.',
    faults: 'Failures that requests are to meet.',
    records: 'What was asked, mailed and delivered.',
    imports: 'Files that a browser brings.',
    signIn: 'Tokens and keys for tests.',
  },
  systemParameters: {},
};

export const OPEN = { scopes: [], cost: 0, access: 'key' } as const;
