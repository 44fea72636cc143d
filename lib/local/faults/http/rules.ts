/** Which fault a request meets: that of its header, or the first rule that fits and is not used up. */
import { parseFault, type FaultRule } from './rule.ts';

export interface FaultableRequest {
  readonly header: string | undefined;
  /** Undefined for what is no operation, such as the documentation page. */
  readonly operation: string | undefined;
  /** Whether it carries a page token or a sync token. */
  readonly hasToken: boolean;
}

export interface ActiveRule extends FaultRule {
  readonly id: string;
  /** How often it has applied. */
  readonly applied: number;
}

export interface FaultRules {
  add(rule: FaultRule): ActiveRule;
  list(): readonly ActiveRule[];
  /** False if there is no such rule. */
  remove(id: string): boolean;
  clear(): void;
  faultFor(request: FaultableRequest): FaultRule | undefined;
}

function fits({ operation: wanted, staleToken }: FaultRule, { operation, hasToken }: FaultableRequest): boolean {
  if (staleToken === true && !hasToken) return false;
  if (wanted === undefined || wanted === operation) return true;
  return wanted.endsWith('.*') && operation?.startsWith(wanted.slice(0, -1)) === true;
}

export function faultRules(): FaultRules {
  let rules: ActiveRule[] = [];
  /** By the header's text: a client that sends it with every request has `times` of them fail. */
  const ofHeaders = new Map<string, number>();
  let added = 0;

  const isLeft = ({ times = Infinity }: FaultRule, applied: number): boolean => applied < times;

  function fromHeader(header: string, request: FaultableRequest): FaultRule | undefined {
    const rule = parseFault(header);
    const applied = ofHeaders.get(header) ?? 0;
    if (!fits(rule, request) || !isLeft(rule, applied)) return undefined;
    ofHeaders.set(header, applied + 1);
    return rule;
  }

  return {
    add(rule) {
      added += 1;
      const active = { ...rule, id: String(added), applied: 0 };
      rules.push(active);
      return active;
    },
    list: () => rules,
    remove(id) {
      const before = rules.length;
      rules = rules.filter((rule) => rule.id !== id);
      return rules.length < before;
    },
    clear() {
      rules = [];
      ofHeaders.clear();
    },
    faultFor(request) {
      const own = request.header === undefined ? undefined : fromHeader(request.header, request);
      if (own !== undefined) return own;
      const rule = rules.find((one) => fits(one, request) && isLeft(one, one.applied));
      if (rule !== undefined) rules = rules.map((one) => (one === rule ? { ...one, applied: one.applied + 1 } : one));
      return rule;
    },
  };
}
