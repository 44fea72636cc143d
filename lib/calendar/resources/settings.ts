import { array, resource, string, type Static } from '#lib/api/schema';
import { etag, kind, pageTokens } from './envelope.ts';

export const SettingResource = resource('Setting', 'One thing that a user has set.', {
  kind: kind('calendar#setting'),
  etag,
  id: string('Name of the setting, such as `weekStart`.'),
  value: string('Always text, at most 1024 characters; its possible values depend on the setting.'),
});
export type SettingResource = Static<typeof SettingResource>;

export const SettingsResource = resource('Settings', "One page of a user's settings.", {
  kind: kind('calendar#settings'),
  etag,
  items: array('The settings.', SettingResource),
  ...pageTokens,
});
export type SettingsResource = Static<typeof SettingsResource>;
