/** What an advertiser has set up: Floodlight activities and custom variables. */
import type { ConversionType } from './conversion.ts';

export interface Activity {
  readonly advertiserId: string;
  readonly activityId: string;
  readonly activityName: string;
  readonly conversionType: ConversionType;
  readonly groupId: string;
  readonly groupName: string;
}

export type VariableUse = 'METRIC' | 'DIMENSION';

export interface CustomVariable {
  readonly advertiserId: string;
  readonly name: string;
  readonly use: VariableUse;
}

export interface AdvertiserSetup {
  readonly activities: readonly Activity[];
  readonly variables: readonly CustomVariable[];
}
