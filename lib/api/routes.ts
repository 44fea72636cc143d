/** Which route a request takes, by the rules of an API Gateway HTTP API: fixed segments go before variable ones. */

export interface Match<Target> {
  readonly target: Target;
  /** `ANY /calendar/v3/colors`, or `$default`. */
  readonly routeKey: string;
  readonly pathParameters: Readonly<Record<string, string>>;
}

interface Branch<Target> {
  readonly fixed: Map<string, Branch<Target>>;
  variable?: Branch<Target>;
  readonly ends: Map<string, { readonly target: Target; readonly routeKey: string; readonly names: readonly string[] }>;
}

export interface Router<Target> {
  /** The path as received, still percent-encoded. */
  match(method: string, rawPath: string): Match<Target> | undefined;
}

const newBranch = <Target>(): Branch<Target> => ({ fixed: new Map(), ends: new Map() });

/** A segment that is no valid percent-encoding stands for itself. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

export function router<Target>(routes: Iterable<readonly [routeKey: string, target: Target]>): Router<Target> {
  const root = newBranch<Target>();
  let fallback: Match<Target> | undefined;
  for (const [routeKey, target] of routes) {
    if (routeKey === '$default') fallback = { target, routeKey, pathParameters: {} };
    else add(routeKey, target);
  }

  function add(routeKey: string, target: Target): void {
    const [method = '', template = ''] = routeKey.split(' ');
    const names: string[] = [];
    let branch = root;
    for (const segment of template.split('/').slice(1)) {
      const name = /^\{(.+)\}$/.exec(segment)?.[1];
      let next = name === undefined ? branch.fixed.get(segment) : branch.variable;
      next ??= newBranch<Target>();
      if (name === undefined) branch.fixed.set(segment, next);
      else branch.variable = next;
      if (name !== undefined) names.push(name);
      branch = next;
    }
    branch.ends.set(method, { target, routeKey, names });
  }

  function walk(branch: Branch<Target>, method: string, segments: readonly string[], values: readonly string[]): Match<Target> | undefined {
    const [segment, ...rest] = segments;
    if (segment === undefined) {
      const end = branch.ends.get(method) ?? branch.ends.get('ANY');
      if (end === undefined) return undefined;
      const pathParameters = Object.fromEntries(end.names.map((name, index) => [name, decode(values[index] ?? '')]));
      return { target: end.target, routeKey: end.routeKey, pathParameters };
    }
    const fixed = branch.fixed.get(segment);
    const found = fixed && walk(fixed, method, rest, values);
    if (found !== undefined || branch.variable === undefined || segment === '') return found;
    return walk(branch.variable, method, rest, [...values, segment]);
  }

  return { match: (method, rawPath) => walk(root, method, rawPath.split('/').slice(1), []) ?? fallback };
}
