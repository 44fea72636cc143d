/**
 * Command-line programs: this folder reads arguments, prints help and progress, and reports errors.
 * A command is a declaration (this file). `program.ts` runs it, `help.ts` prints it, `nearest.ts` corrects typing
 * errors, `progress.ts` shows how far a long command is, `startup-error.ts` is an error without a stack.
 */
import { parseArgs, type ParseArgsOptionDescriptor } from 'node:util';
import { didYouMean } from './nearest.ts';
import { StartupError } from './startup-error.ts';

export interface Option extends ParseArgsOptionDescriptor {
  /** The placeholder of its value in the help: `N`. */
  readonly value?: string;
  /** The only allowed values. */
  readonly choices?: readonly string[];
  readonly does: string;
}

export type Options = Readonly<Record<string, Option>>;
export type Values<Declared extends Options> = ReturnType<typeof parseArgs<{ options: Declared }>>['values'];

interface CommandOutput {
  readonly does: string;
  /** Positional arguments: `EMAIL ID VALUE`, `FILE...`, `[CHANNEL]`. */
  readonly takes?: string;
  /** Arguments of a working call. */
  readonly example: string;
}

export interface Declaration<Declared extends Options> extends CommandOutput {
  readonly options?: Declared;
  run(values: Values<Declared>, positionals: readonly string[]): Promise<void>;
}

/** A declaration without its type parameter. */
export interface Command extends CommandOutput {
  readonly options: Options;
  run(args: readonly string[]): Promise<void>;
}

/** A program with several commands, chosen by name. */
export interface Verbs {
  readonly does: string;
  readonly verbs: Readonly<Record<string, Command>>;
}

/** Wrong arguments: shown together with the usage. */
export class WrongUsage extends StartupError {}

export const HELP = { help: { type: 'boolean', short: 'h', does: 'show this help' } } as const satisfies Options;

export const command = <const Declared extends Options>({ options, run, ...told }: Declaration<Declared>): Command => ({
  ...told,
  options: options ?? {},
  run: (args) => {
    const declared = options ?? ({} as Declared);
    const { values, positionals } = read(args, declared);
    checkCount(positionals, told.takes ?? '');
    return run(values, positionals);
  },
});

/** Splits arguments before they are validated. */
export const tokensOf = (args: readonly string[], options: Options) =>
  parseArgs({ args: [...args], options: { ...HELP, ...options }, strict: false, tokens: true }).tokens;

function read<Declared extends Options>(
  args: readonly string[],
  options: Declared,
): { values: Values<Declared>; positionals: string[] } {
  for (const token of tokensOf(args, options)) {
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    const option = options[name];
    if (option === undefined)
      throw new WrongUsage(
        `Unknown option '${rawName}'.${didYouMean(name, Object.keys({ ...options, ...HELP }), '--')}`,
      );
    if (option.choices !== undefined && value !== undefined && !option.choices.includes(value)) {
      throw new WrongUsage(
        `${rawName} is ${anyOf(option.choices)}, not '${value}'.${didYouMean(value, option.choices)}`,
      );
    }
  }
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { values: values as Values<Declared>, positionals };
  } catch (error) {
    throw error instanceof Error && 'code' in error ? new WrongUsage(error.message) : error;
  }
}

function checkCount(positionals: readonly string[], takes: string): void {
  if (takes.includes('...')) return;
  const most = takes === '' ? 0 : takes.split(' ').length;
  const extra = positionals[most];
  if (extra !== undefined)
    throw new WrongUsage(
      `Unexpected argument '${extra}': ${takes === '' ? 'this command takes only options' : `this command takes ${takes}`}.`,
    );
}

/** `create, list or revoke` */
export const anyOf = (names: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names);

/** Parses the number of an option. */
export function numberOf(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (text !== '' && value >= least && value <= most) return value;
  throw new WrongUsage(`--${name} is a number from ${String(least)} to ${String(most)}, not '${text}'.`);
}
