import type { JSX } from 'preact';
import { SelectField } from '../parts/select-field.tsx';
import { words } from '../words/words.ts';
import type { Account } from './client.ts';
import type { Scope } from './spec.ts';

interface Choice {
  readonly key: string;
  readonly label: string;
  readonly scope: Scope;
}

const keyOf = ({ agencyId = '', advertiserId = '', engineAccountId = '' }: Scope): string =>
  [agencyId, advertiserId, engineAccountId].join('/');

export interface ScopeFieldProps {
  readonly label: string;
  readonly accounts: readonly Account[];
  readonly scope: Scope;
  /** -1 for all agencies, 0 for an agency, 1 for an advertiser, 2 for an account. */
  readonly from: number;
  readonly to: number;
  readonly onChange: (scope: Scope) => void;
}

type Levels = Pick<ScopeFieldProps, 'from' | 'to'>;

/** Agencies, their advertisers, and the accounts of those, one after the other. */
function choicesOf(accounts: readonly Account[], { from, to }: Levels): Choice[] {
  const { reports } = words;
  const choices = new Map<string, Choice>();
  const add = (level: number, name: string, scope: Scope): void => {
    if (level < from || level > to || choices.has(keyOf(scope))) return;
    const label = `${'\u2003'.repeat(Math.max(0, level - Math.max(from, 0)))}${name}`;
    choices.set(keyOf(scope), { key: keyOf(scope), label, scope });
  };
  add(-1, reports.everything, {});
  for (const { agencyId, agency, advertiserId, advertiser, accountId, account } of accounts) {
    add(0, reports.agency(agency || agencyId), { agencyId });
    add(1, reports.advertiser(advertiser || advertiserId), { agencyId, advertiserId });
    const owner = from === 2 ? `${advertiser || advertiserId}: ` : '';
    add(2, `${owner}${reports.account(account || accountId)}`, { agencyId, advertiserId, engineAccountId: accountId });
  }
  return [...choices.values()];
}

/** The first that there is, for a scope that this choice does not have. */
export function scopeWithin(scope: Scope, accounts: readonly Account[], levels: Levels): Scope {
  const choices = choicesOf(accounts, levels);
  return (choices.find(({ key }) => key === keyOf(scope)) ?? choices[0])?.scope ?? {};
}

export function ScopeField({ label, accounts, scope, from, to, onChange }: ScopeFieldProps): JSX.Element {
  const choices = choicesOf(accounts, { from, to });
  return (
    <SelectField
      label={label}
      value={keyOf(scope)}
      options={choices.map(({ key, label: text }) => [key, text])}
      onChange={(value) => onChange(choices.find(({ key }) => key === value)?.scope ?? {})}
    />
  );
}
