/** A visit that a click brought, and how an entity is named. */
import type { LegacyPath } from './entity.ts';

/** A click as it was imported. */
export interface Visit {
  readonly clickId: string;
  readonly timestampMs: number;
  readonly legacy: LegacyPath & { readonly advertiserId: string };
  readonly device?: string | undefined;
}

/** How an entity is looked up. */
export type EntityRef =
  | {
      readonly space: 'legacy';
      readonly kind: 'AGENCY' | 'ADVERTISER' | 'ACCOUNT' | 'CAMPAIGN' | 'AD_GROUP' | 'CRITERION' | 'AD';
      readonly id: string;
    }
  | { readonly space: 'new'; readonly kind: 'ADVERTISER' | 'ACCOUNT'; readonly customerId: string }
  | {
      readonly space: 'new';
      readonly kind: 'CAMPAIGN' | 'AD_GROUP';
      readonly customerId: string;
      readonly id: string;
    }
  | {
      readonly space: 'new';
      readonly kind: 'CRITERION' | 'AD';
      readonly customerId: string;
      readonly adGroupId: string;
      readonly id: string;
    };
