/** Which stream records a function is called for: the patterns of its event source, as Lambda reads them. */
import type { FilterPattern, WantedValues } from '#lib/package/template/deployment';

const isWanted = (pattern: FilterPattern): pattern is WantedValues => Array.isArray(pattern);

function fits(pattern: FilterPattern, value: unknown): boolean {
  if (isWanted(pattern))
    return pattern.some((wanted) =>
      typeof wanted === 'string' ? value === wanted : typeof value === 'string' && value.startsWith(wanted.prefix),
    );
  const fields =
    typeof value === 'object' && value !== null ? new Map<string, unknown>(Object.entries(value)) : new Map();
  return Object.entries(pattern).every(([name, inner]) => fits(inner, fields.get(name)));
}

/** One pattern that fits is enough; without patterns every record passes. */
export const passesFilters = (patterns: readonly FilterPattern[] | undefined, record: object): boolean =>
  patterns === undefined || patterns.some((pattern) => fits(pattern, record));
