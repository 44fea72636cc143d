/** Which route a request takes, by the rules of an API Gateway HTTP API:
 *  one that fits the whole path, then a greedy one, then `$default`.
 *  https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html */

export interface Match<Target> {
  readonly target: Target;
  /** `ANY /calendar/v3/colors`, or `$default`. */
  readonly routeKey: string;
  /** As they stand in the path that was matched. */
  readonly pathParameters: Readonly<Record<string, string>>;
}

interface Branch<Target> {
  readonly fixed: Map<string, Branch<Target>>;
  variable?: Branch<Target>;
  readonly ends: Map<string, { readonly target: Target; readonly routeKey: string; readonly names: readonly string[] }>;
}

interface GreedyRoute<Target> {
  readonly target: Target;
  readonly routeKey: string;
  readonly method: string;
  /** The template before the variable that takes the rest. */
  readonly prefix: readonly string[];
  readonly name: string;
}

export interface Router<Target> {
  /** HEAD and OPTIONS are methods like any other: a route for GET takes neither. */
  match(method: string, path: string | readonly string[]): Match<Target> | undefined;
}

/** What stands between the slashes of a path that begins with one. */
export const segmentsOf = (path: string): string[] => path.split('/').slice(1);

const variableIn = (segment: string): string | undefined => /^\{([^}+]+)\}$/.exec(segment)?.[1];
const greedyIn = (segment: string): string | undefined => /^\{([^}+]+)\+\}$/.exec(segment)?.[1];

const newBranch = <Target>(): Branch<Target> => ({ fixed: new Map(), ends: new Map() });

export function router<Target>(routes: Iterable<readonly [routeKey: string, target: Target]>): Router<Target> {
  const root = newBranch<Target>();
  const greedy: GreedyRoute<Target>[] = [];
  let fallback: Match<Target> | undefined;
  for (const [routeKey, target] of routes) {
    if (routeKey === '$default') fallback = { target, routeKey, pathParameters: {} };
    else add(routeKey, target);
  }
  // The longest first, and among equals the one that names the method.
  greedy.sort((a, b) => b.prefix.length - a.prefix.length || Number(a.method === 'ANY') - Number(b.method === 'ANY'));

  function add(routeKey: string, target: Target): void {
    const [method = '', template = ''] = routeKey.split(' ');
    const segments = segmentsOf(template);
    const rest = greedyIn(segments.at(-1) ?? '');
    if (rest !== undefined) {
      greedy.push({ target, routeKey, method, prefix: segments.slice(0, -1), name: rest });
      return;
    }
    const names: string[] = [];
    let branch = root;
    for (const segment of segments) {
      const name = variableIn(segment);
      let next = name === undefined ? branch.fixed.get(segment) : branch.variable;
      next ??= newBranch<Target>();
      if (name === undefined) branch.fixed.set(segment, next);
      else branch.variable = next;
      if (name !== undefined) names.push(name);
      branch = next;
    }
    branch.ends.set(method, { target, routeKey, names });
  }

  function walk(
    branch: Branch<Target>,
    method: string,
    segments: readonly string[],
    values: readonly string[],
  ): Match<Target> | undefined {
    const [segment, ...rest] = segments;
    if (segment === undefined) {
      const end = branch.ends.get(method) ?? branch.ends.get('ANY');
      if (end === undefined) return undefined;
      const pathParameters = Object.fromEntries(end.names.map((name, index) => [name, values[index] ?? '']));
      return { target: end.target, routeKey: end.routeKey, pathParameters };
    }
    const fixed = branch.fixed.get(segment);
    const found = fixed && walk(fixed, method, rest, values);
    if (found !== undefined || branch.variable === undefined || segment === '') return found;
    return walk(branch.variable, method, rest, [...values, segment]);
  }

  function takeRest(method: string, segments: readonly string[]): Match<Target> | undefined {
    for (const route of greedy) {
      const { prefix, name, target, routeKey } = route;
      const rest = segments.slice(prefix.length).join('/');
      if (rest === '' || (route.method !== 'ANY' && route.method !== method)) continue;
      const pairs = prefix.map((expected, index) => [variableIn(expected), expected, segments[index] ?? ''] as const);
      if (
        !pairs.every(([variable, expected, actual]) => (variable === undefined ? actual === expected : actual !== ''))
      )
        continue;
      const values = pairs.flatMap(([variable, , actual]) =>
        variable === undefined ? [] : [[variable, actual] as const],
      );
      return { target, routeKey, pathParameters: { ...Object.fromEntries(values), [name]: rest } };
    }
    return undefined;
  }

  return {
    match(method, path) {
      const segments = typeof path === 'string' ? segmentsOf(path) : path;
      return walk(root, method, segments, []) ?? takeRest(method, segments) ?? fallback;
    },
  };
}
