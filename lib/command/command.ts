/** A command as a declaration, from which its arguments are read, its help is written, and a slip is put right. */
import { parseArgs, type ParseArgsOptionDescriptor } from 'node:util';
import { nearest } from './nearest.ts';
import { StartupError } from './startup-error.ts';

export interface Option extends ParseArgsOptionDescriptor {
  /** What stands for its value in the help: `N`. */
  readonly value?: string;
  /** The only values that it takes. */
  readonly choices?: readonly string[];
  readonly does: string;
}

export type Options = Readonly<Record<string, Option>>;
export type Values<Declared extends Options> = ReturnType<typeof parseArgs<{ options: Declared }>>['values'];

interface CommandOutput {
  readonly does: string;
  /** What it takes besides options: `EMAIL ID VALUE`, `FILE...`, `[CHANNEL]`. */
  readonly takes?: string;
  /** The arguments of a call that works. */
  readonly example: string;
}

export interface Declaration<Declared extends Options> extends CommandOutput {
  readonly options?: Declared;
  run(values: Values<Declared>, positionals: readonly string[]): Promise<void>;
}

/** A declaration whose types are no longer of interest to anybody. */
export interface Command extends CommandOutput {
  readonly options: Options;
  run(args: readonly string[]): Promise<void>;
}

/** A program that does several things, each by its name. */
export interface Verbs {
  readonly does: string;
  readonly verbs: Readonly<Record<string, Command>>;
}

/** What a person got wrong about the arguments: the usage is shown with it. */
export class WrongUsage extends StartupError {}

export const HELP = { help: { type: 'boolean', short: 'h', does: 'this text' } } as const satisfies Options;

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

/** As far as arguments can be told apart before it is known whether they are right. */
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
      throw new WrongUsage(`Unknown option '${rawName}'.${nearest(name, Object.keys({ ...options, ...HELP }), '--')}`);
    if (option.choices !== undefined && value !== undefined && !option.choices.includes(value)) {
      throw new WrongUsage(`${rawName} is ${anyOf(option.choices)}, not '${value}'.${nearest(value, option.choices)}`);
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
      `'${extra}' is one too many: ${takes === '' ? 'it takes options alone' : `it takes ${takes}`}.`,
    );
}

/** `create, list or revoke` */
export const anyOf = (names: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names);

/** The number that an option was given. */
export function numberOf(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (text !== '' && value >= least && value <= most) return value;
  throw new WrongUsage(`--${name} is a number from ${String(least)} to ${String(most)}, not '${text}'.`);
}
