/** Runs a command for a person: an error is one sentence on standard error and exit code 1, without a stack. */
import { anyOf, tokensOf, WrongUsage, type Command, type Options, type Verbs } from './command.ts';
import { allOptions, helpOf, helpOfAll, hintOf, hintOfAll } from './help.ts';
import { didYouMean } from './nearest.ts';
import { StartupError } from './startup-error.ts';

interface Chosen {
  readonly help: string;
  readonly hint: string;
  run(): Promise<void>;
}

/** The first argument that is not an option is the command's name. */
function chooseVerb(call: string, program: Verbs, args: readonly string[]): Chosen {
  const word = tokensOf(args, allOptions(program)).find((token) => token.kind === 'positional');
  const verb = word?.value ?? '';
  const command = Object.hasOwn(program.verbs, verb) ? program.verbs[verb] : undefined;
  if (word !== undefined && command !== undefined) {
    return {
      help: helpOf(call, command, verb),
      hint: hintOf(call, command, verb),
      run: () => command.run(args.toSpliced(word.index, 1)),
    };
  }
  const names = Object.keys(program.verbs);
  return {
    help: helpOfAll(call, program),
    hint: hintOfAll(call, program),
    run: () =>
      Promise.reject(
        new WrongUsage(
          word === undefined
            ? `Which command? ${anyOf(names)}.`
            : `${anyOf(names)}, not '${verb}'.${didYouMean(verb, names)}`,
        ),
      ),
  };
}

const choose = (call: string, what: Command | Verbs, args: readonly string[]): Chosen =>
  'verbs' in what
    ? chooseVerb(call, what, args)
    : { help: helpOf(call, what), hint: hintOf(call, what), run: () => what.run(args) };

const asksForHelp = (args: readonly string[], options: Options): boolean =>
  tokensOf(args, options).some((token) => token.kind === 'option' && (token.name === 'help' || token.rawName === '-h'));

/** `call` is the command line that starts it: `npm run key`. */
export async function program(
  call: string,
  what: Command | Verbs,
  args: readonly string[] = process.argv.slice(2),
): Promise<void> {
  const { help, hint, run } = choose(call, what, args);
  if (asksForHelp(args, 'verbs' in what ? allOptions(what) : what.options)) {
    console.log(help);
    return;
  }
  try {
    await run();
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    console.error(error instanceof WrongUsage ? `${error.message}\n\n${hint}` : error.message);
    process.exitCode = 1;
  }
}
