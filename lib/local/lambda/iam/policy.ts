/**
 * Decides what a role allows, by IAM's rules:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html
 */
import { memoized } from '#lib/api/process/memoized';

const MAX_PATTERNS_CACHED = 1000;

export interface Statement {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  /** Operator, key, allowed values: `{ StringLike: { 's3:prefix': ['reports/*'] } }`. */
  readonly conditions: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

/** One action on one resource that a caller requests. */
export interface Access {
  /** `dynamodb:Query` */
  readonly action: string;
  /** An ARN. */
  readonly resource: string;
  /** Values that conditions test: `s3:prefix`. */
  readonly context?: Readonly<Record<string, string>>;
}

/** `*` stands for any text, `?` for one character. */
const patternRegExp = memoized(MAX_PATTERNS_CACHED, (pattern: string): RegExp => {
  const literal = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${literal}$`, 's');
});

const matches = (pattern: string, text: string): boolean => pattern === text || patternRegExp(pattern).test(text);

type Operator = (value: string | undefined, allowed: readonly string[]) => boolean;

const OPERATORS: Readonly<Record<string, Operator>> = {
  StringEquals: (value, allowed) => value !== undefined && allowed.includes(value),
  StringLike: (value, allowed) => value !== undefined && allowed.some((pattern) => matches(pattern, value)),
};

function conditionsHold({ conditions }: Statement, context: Readonly<Record<string, string>>): boolean {
  return Object.entries(conditions).every(([operator, keys]) => {
    const test = OPERATORS[operator];
    if (test === undefined) throw new Error(`The local stack does not know the IAM condition ${operator}.`);
    return Object.entries(keys).every(([key, allowed]) => test(context[key], allowed));
  });
}

/** The first statement that allows it; undefined means refused. */
export const findAllowingStatement = (
  statements: readonly Statement[],
  { action, resource, context = {} }: Access,
): Statement | undefined =>
  statements.find(
    (statement) =>
      statement.actions.some((pattern) => matches(pattern, action)) &&
      statement.resources.some((pattern) => matches(pattern, resource)) &&
      conditionsHold(statement, context),
  );
