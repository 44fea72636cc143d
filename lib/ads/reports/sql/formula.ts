/** Formulas of saved columns: + - * / and brackets over metrics and numbers. Dividing by zero leaves the cell empty. */
import { number, raw, sql, type Sql } from './sql.ts';

export class BadFormula extends Error {}

const TOKEN = /\s*(?:(\d+(?:\.\d+)?)|([A-Za-z]\w*)|([-+*/()]))/y;

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  const { length } = text.trimEnd();
  while (TOKEN.lastIndex < length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (match === null) throw new BadFormula(`The formula cannot be read at '${text.slice(at, at + 20)}'`);
    tokens.push(match[1] ?? match[2] ?? match[3] ?? '');
  }
  return tokens;
}

const MAX_TOKENS = 500;

/** `metricOf` gives the formula over measures that a name stands for. */
export function compileFormula(text: string, metricOf: (name: string) => Sql): Sql {
  const tokens = tokensOf(text);
  if (tokens.length > MAX_TOKENS) throw new BadFormula('The formula is too long');
  let at = 0;
  const take = (): string => tokens[at++] ?? '';

  function operand(): Sql {
    const token = take();
    if (token === '(') {
      const inner = terms();
      if (take() !== ')') throw new BadFormula('A bracket is not closed');
      return sql`(${inner})`;
    }
    if (token === '-') return sql`-(${operand()})`;
    if (/^\d/.test(token)) return number(token);
    if (/^[A-Za-z]/.test(token)) return sql`(${metricOf(token)})`;
    throw new BadFormula(token === '' ? 'The formula ends too early' : `'${token}' is out of place`);
  }

  function factors(): Sql {
    let left = operand();
    while (tokens[at] === '*' || tokens[at] === '/')
      left = take() === '*' ? sql`${left} * ${operand()}` : sql`1e0 * ${left} / NULLIF(${operand()}, 0)`;
    return left;
  }

  function terms(): Sql {
    let left = factors();
    while (tokens[at] === '+' || tokens[at] === '-') left = sql`${left} ${raw(take())} ${factors()}`;
    return left;
  }

  const formula = terms();
  if (at < tokens.length) throw new BadFormula(`'${String(tokens[at])}' is out of place`);
  return formula;
}
