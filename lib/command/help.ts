/** The output of `--help`, and its short form in error messages. */
import { HELP, type Command, type Option, type Options, type Verbs } from './command.ts';

/** `npm run key -- list`; npm itself takes what is before `--`. */
const commandLine = (call: string, args: string): string => (args === '' ? call : `${call} -- ${args}`);

const joined = (...words: readonly string[]): string => words.filter((word) => word !== '').join(' ');

const usageOf = (call: string, { takes = '' }: Pick<Command, 'takes'>, verb = ''): string =>
  joined(verb, takes) === ''
    ? `Usage: ${call} [-- OPTIONS]`
    : `Usage: ${commandLine(call, joined(verb, takes, '[OPTIONS]'))}`;

const moreOf = (call: string, verb = ''): string => `More: ${commandLine(call, joined(verb, '--help'))}`;

/** Printed with an error. */
export const hintOf = (call: string, command: Command, verb = ''): string =>
  `${usageOf(call, command, verb)}\n${moreOf(call, verb)}`;

const usageOfAll = (call: string, { verbs }: Verbs): string =>
  `Usage: ${commandLine(call, `${Object.keys(verbs).join('|')} [OPTIONS]`)}`;

function optionRow([name, { value, choices, default: byDefault, does }]: readonly [string, Option]): [string, string] {
  const shown = value ?? choices?.join('|') ?? '';
  return [
    joined(`--${name}`, shown),
    typeof byDefault === 'string' && byDefault !== '' ? `${does} (${byDefault})` : does,
  ];
}

/** A longer name gets its own line. */
const MAX_NAME_WIDTH = 30;
const COLUMNS = 110;

/** Wraps text at word boundaries. */
function wrapText(text: string, columns: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const longer = joined(lines.at(-1) ?? '', word);
    if (longer.length > columns) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

function table(rows: readonly (readonly [name: string, does: string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length).filter((length) => length <= MAX_NAME_WIDTH));
  const gap = ' '.repeat(width + 4);
  return rows
    .map(([name, does]) => {
      const lines = wrapText(does, COLUMNS - gap.length);
      return `  ${name.padEnd(width)}${name.length > width ? `\n${gap}` : '  '}${lines.join(`\n${gap}`)}`;
    })
    .join('\n');
}

const optionTable = (options: Options): string => table(Object.entries({ ...options, ...HELP }).map(optionRow));

/** Capitalised, with a full stop. */
const sentence = (text: string): string =>
  `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`;

export const helpOf = (call: string, command: Command, verb = ''): string =>
  [
    sentence(command.does),
    usageOf(call, command, verb),
    optionTable(command.options),
    `Example: ${commandLine(call, joined(verb, command.example))}`,
  ].join('\n\n');

/** The options of all commands; the help of each command lists its own. */
export const allOptions = ({ verbs }: Verbs): Options =>
  Object.assign({}, ...Object.values(verbs).map(({ options }) => options)) as Options;

export const hintOfAll = (call: string, program: Verbs): string => `${usageOfAll(call, program)}\n${moreOf(call)}`;

export function helpOfAll(call: string, program: Verbs): string {
  const verbs = Object.entries(program.verbs);
  const [[name, { example }] = ['', { example: '' }]] = verbs;
  return [
    program.does,
    usageOfAll(call, program),
    table(verbs.map(([verb, { takes = '', does }]) => [joined(verb, takes), does])),
    optionTable(allOptions(program)),
    `Options of one command: ${commandLine(call, `${name} --help`)}`,
    `Example: ${commandLine(call, joined(name, example))}`,
  ].join('\n\n');
}
