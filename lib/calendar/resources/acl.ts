import { array, object, resource, string, type Static } from '#lib/api/schema';
import { etag, kind, pageTokens } from './envelope.ts';

const INSERT = 'calendar.acl.insert';
const UPDATE = 'calendar.acl.update';

export const AclRuleResource = resource('AclRule', 'Gives somebody a role on a calendar.', {
  kind: kind('calendar#aclRule'),
  etag,
  id: string('`default`, or type and value of the scope joined by a colon.', { readOnly: true }),
  role: string('`none`, `freeBusyReader`, `reader`, `writerWithoutPrivateAccess`, `writer` or `owner`.', {
    requiredBy: [INSERT],
  }),
  scope: object(
    'Who has the role.',
    {
      type: string('`default` (everybody, signed in or not), `user`, `group` or `domain`.', {
        requiredBy: [INSERT, UPDATE],
      }),
      value: string('Address of the user or group, or name of the domain; absent for `default`.'),
    },
    { requiredBy: [INSERT, UPDATE] },
  ),
});
export type AclRuleResource = Static<typeof AclRuleResource>;

export const AclResource = resource('Acl', 'One page of the access rules of a calendar.', {
  kind: kind('calendar#acl'),
  etag,
  items: array('The rules.', AclRuleResource),
  ...pageTokens,
});
export type AclResource = Static<typeof AclResource>;
