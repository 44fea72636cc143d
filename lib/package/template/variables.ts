/** Replaces the kinds of `${...}` that our `serverless.yml` uses. */

export interface Sources {
  readonly stage: string;
  readonly params: Readonly<Record<string, unknown>>;
  readFile(path: string): unknown;
}

const VARIABLE = /\$\{((?:sls|param|opt|env|file)\b[^}]*)\}/g;

/** A copy of a parsed document with its variables replaced; unknown sources (such as those of `!Sub`) stay. */
export function resolveVariables(value: unknown, sources: Sources): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => resolveVariables(item, sources));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolveVariables(item, sources)]));
  }
  if (typeof value !== 'string') return value;
  const [whole] = value.matchAll(VARIABLE);
  // A text that is only a variable gets the variable's type.
  if (whole?.[0] === value) return lookUp(whole[1] ?? '', sources);
  return value.replaceAll(VARIABLE, (_text, names: string) => String(lookUp(names, sources)));
}

/** The first of `a, b, 'c'` that has a value. */
function lookUp(names: string, sources: Sources): unknown {
  for (const name of names.split(',')) {
    const found = lookUpOne(name.trim(), sources);
    if (found !== undefined) return resolveVariables(found, sources);
  }
  throw new Error(`serverless.yml: nothing gives \${${names}} a value.`);
}

function lookUpOne(name: string, { stage, params, readFile }: Sources): unknown {
  if (name === 'sls:stage') return stage;
  const [, kind, key = ''] = /^(param:|env:|file\(|')([^')]*)/.exec(name) ?? [];
  if (kind === 'param:') return params[key];
  if (kind === 'env:') return process.env[key];
  if (kind === 'file(') return readFile(key);
  return kind === "'" ? key : undefined;
}
