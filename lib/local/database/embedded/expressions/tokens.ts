/** Splits an expression into tokens. */
import { invalid } from '#lib/local/database/embedded/values/errors';

const TOKEN =
  /\s*(?:([A-Za-z][A-Za-z0-9_]*)|(#[A-Za-z0-9_]+)|(:[A-Za-z0-9_]+)|(0|[1-9]\d*)|(<>|<=|>=|[=<>(),.[\]+-]))/y;

export type TokenKind = 'word' | 'name' | 'value' | 'number' | 'sign' | 'end';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
}

const KINDS: readonly TokenKind[] = ['word', 'name', 'value', 'number', 'sign'];
const END: Token = { kind: 'end', text: '<EOF>' };

function tokensOf(expression: string, kind: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  let at = 0;
  const { length } = expression.trimEnd();
  while (at < length) {
    TOKEN.lastIndex = at;
    const groups = TOKEN.exec(expression)?.slice(1);
    if (groups === undefined) {
      const near = expression.slice(at).trimStart();
      throw invalid(`Invalid ${kind}: Syntax error; token: "${near.slice(0, 1)}", near: "${near.slice(0, 20)}"`);
    }
    at = TOKEN.lastIndex;
    const index = groups.findIndex((text) => text !== undefined);
    tokens.push({ kind: KINDS[index] ?? 'sign', text: groups[index] ?? '' });
  }
  return tokens;
}

const MAX_OPERATORS = 300;
/** The AND of a BETWEEN stands for both. */
const OPERATOR_WORDS: ReadonlySet<string> = new Set(['AND', 'OR', 'NOT', 'IN']);
const COMPARISONS: ReadonlySet<string> = new Set(['=', '<>', '<', '<=', '>', '>=']);
const SUMS: ReadonlySet<string> = new Set(['+', '-']);

/** Operators and functions are counted; the `=` of a SET is none. */
function checkOperators(tokens: readonly Token[], kind: string): void {
  const signs = kind === 'UpdateExpression' ? SUMS : COMPARISONS;
  const operators = tokens.filter((token, at) => {
    if (token.kind === 'sign') return signs.has(token.text);
    if (token.kind !== 'word') return false;
    const word = token.text.toUpperCase();
    return OPERATOR_WORDS.has(word) || (word !== 'BETWEEN' && tokens[at + 1]?.text === '(');
  });
  if (operators.length > MAX_OPERATORS)
    throw invalid(
      `Invalid ${kind}: The expression contains too many operators; operator count: ${String(MAX_OPERATORS + 1)}`,
    );
}

/** Reads tokens from left to right. `kind` is the parameter's name, for errors. */
export class TokenReader {
  readonly kind: string;
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(expression: string, kind: string) {
    this.kind = kind;
    this.#tokens = tokensOf(expression, kind);
    if (this.#tokens.length === 0) throw invalid(`Invalid ${kind}: The expression can not be empty;`);
    checkOperators(this.#tokens, kind);
  }

  peek(ahead = 0): Token {
    return this.#tokens[this.#at + ahead] ?? END;
  }

  next(): Token {
    const token = this.peek();
    this.#at += 1;
    return token;
  }

  /** Keywords are case-insensitive. */
  isKeyword(word: string): boolean {
    const { kind, text } = this.peek();
    return kind === 'word' && text.toUpperCase() === word;
  }

  isSign(sign: string): boolean {
    const { kind, text } = this.peek();
    return kind === 'sign' && text === sign;
  }

  takeKeyword(word: string): boolean {
    const isThere = this.isKeyword(word);
    if (isThere) this.#at += 1;
    return isThere;
  }

  takeSign(sign: string): boolean {
    const isThere = this.isSign(sign);
    if (isThere) this.#at += 1;
    return isThere;
  }

  expectSign(sign: string): void {
    if (!this.takeSign(sign)) throw this.fault();
  }

  expectKeyword(word: string): void {
    if (!this.takeKeyword(word)) throw this.fault();
  }

  expectEnd(): void {
    if (this.peek().kind !== 'end') throw this.fault();
  }

  /** Whether parentheses come next that hold more than an operand: it would be compared or added to something. */
  isGroupNext(): boolean {
    if (!this.isSign('(')) return false;
    const { kind, text } = this.#tokens[this.#afterClosing()] ?? END;
    return !COMPARISONS.has(text) && !SUMS.has(text) && !(kind === 'word' && /^(?:BETWEEN|IN)$/i.test(text));
  }

  /** Whether a value comes next, in parentheses or not. */
  isValueNext(): boolean {
    return this.peek(this.isSign('(') ? 1 : 0).kind === 'value';
  }

  /** What stands in parentheses, or without; twice is refused: `((a))`. */
  inParentheses<T>(read: () => T): T {
    if (!this.isSign('(')) return read();
    this.next();
    const afterInner = this.isSign('(') ? this.#afterClosing() : undefined;
    const found = read();
    if (this.#at === afterInner) throw invalid(`Invalid ${this.kind}: The expression has redundant parentheses;`);
    this.expectSign(')');
    return found;
  }

  /** The position after the parenthesis that closes the next one. */
  #afterClosing(): number {
    let depth = 0;
    for (let at = this.#at; at < this.#tokens.length; at += 1) {
      const { kind, text } = this.#tokens[at] ?? END;
      if (kind === 'sign' && text === '(') depth += 1;
      if (kind === 'sign' && text === ')') depth -= 1;
      if (depth === 0) return at + 1;
    }
    return this.#tokens.length;
  }

  fault(): Error {
    const before = this.#tokens[this.#at - 1]?.text ?? '';
    const after = this.#tokens[this.#at + 1]?.text ?? '';
    const near = [before, this.peek().text, after].filter((text) => text !== '').join(' ');
    return invalid(`Invalid ${this.kind}: Syntax error; token: "${this.peek().text}", near: "${near}"`);
  }
}
