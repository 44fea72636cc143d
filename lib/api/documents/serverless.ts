/** Declarations -> the text of `functions/http.yml`: one function for each group, one route for each path. */
import { dump } from 'js-yaml';

interface Declared {
  readonly id: string;
  readonly pathTemplate: string;
}

/** The folder of a group below `functions/`, by the name its operations carry in their ids. */
const FOLDERS: Readonly<Record<string, string>> = { doubleclicksearch: 'ads' };

/** `['books', 'mylibrary', 'bookshelves']` for `books.mylibrary.bookshelves.get`. */
function groupPath(operationId: string): string[] {
  const [service = '', ...group] = operationId.split('.').slice(0, -1);
  return [FOLDERS[service] ?? service, ...group];
}

interface Extras {
  readonly memorySize?: number;
  readonly environment?: Readonly<Record<string, string>>;
  readonly patterns?: readonly string[];
}

/**
 * What a group's function has besides its code: the engine of reports is a binary, and wants memory; one function alone
 * knows the secret with which people are signed in elsewhere.
 */
const EXTRAS: Readonly<Record<string, Extras>> = {
  adsReports: { memorySize: 2048, patterns: ['dist/node_modules/@duckdb/**'] },
  oauth: {
    environment: { SIGN_IN_PROVIDER: '${param:signInProvider}', SIGN_IN_ROTATION: '${param:signInRotation}' },
  },
};

const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** `calendarEvents` for `calendar.events.insert`. */
function functionName(operationId: string): string {
  const [first = '', ...rest] = groupPath(operationId);
  return first + rest.map(capitalise).join('');
}

/** A route takes any verb, so that HEAD, OPTIONS, overridden and wrong verbs reach the function too. */
export function httpFunctions(operations: readonly Declared[]): string {
  const functions: Record<
    string,
    Omit<Extras, 'patterns'> & { handler: string; package: { patterns: string[] }; events: { httpApi: string }[] }
  > = {};
  const owners = new Map<string, string>();
  for (const { id, pathTemplate } of operations) {
    const name = functionName(id);
    const owner = owners.get(pathTemplate);
    if (owner !== undefined && owner !== name) throw new Error(`${id}: ${pathTemplate} belongs to ${owner} already.`);
    if (owner !== undefined) continue;
    owners.set(pathTemplate, name);
    const entry = `dist/functions/${groupPath(id).join('/')}/index`;
    const { patterns = [], ...settings } = EXTRAS[name] ?? {};
    functions[name] ??= {
      handler: `${entry}.handler`,
      ...settings,
      package: { patterns: [`${entry}.*`, ...patterns] },
      events: [],
    };
    functions[name].events.push({ httpApi: `ANY ${pathTemplate}` });
  }
  return `# Written by \`npm run generate\` from the declarations in functions/.\n${dump(functions, { lineWidth: -1 })}`;
}
