/** Progress of a long command: one updated line on a terminal, occasional plain lines elsewhere. */
import cliProgress from 'cli-progress';

const { Format, Presets, SingleBar } = cliProgress;

export interface Progress {
  /** What is being done; with numbers, how much of it is done. */
  show(words: string, done?: number, all?: number): void;
  /** Removes the line: before other output, and at the end. */
  clear(): void;
}

const PLAIN_EVERY_MS = 5_000;

interface State {
  readonly words: string;
  readonly done: number;
  /** 0 if unknown. */
  readonly all: number;
}

const count = (value: number): string => value.toLocaleString('en');

function timeLeft({ done, all }: State, elapsedMs: number): string {
  if (done === 0 || done >= all) return '';
  const seconds = Math.ceil(((elapsedMs / done) * (all - done)) / 1000);
  return seconds < 90 ? `, ${String(seconds)} s left` : `, ${String(Math.round(seconds / 60))} min left`;
}

const described = (state: State, elapsedMs: number): string =>
  state.all === 0
    ? state.words
    : `${count(state.done)} of ${count(state.all)} ${state.words}${timeLeft(state, elapsedMs)}`;

function terminalProgress(stream: NodeJS.WriteStream): Progress {
  let startedAt = 0;
  const bar = new SingleBar(
    {
      stream,
      clearOnComplete: true,
      format: (options, { progress, value, total }, { words }: { words: string }) => {
        const text = described({ words, done: value, all: total }, Date.now() - startedAt);
        return total === 0 ? text : `${Format.BarFormat(progress, options)} ${text}`;
      },
    },
    Presets.shades_classic,
  );
  return {
    show(words, done = 0, all = 0) {
      if (!bar.isActive || bar.getTotal() !== all) {
        bar.stop();
        startedAt = Date.now();
        bar.start(all, done, { words });
      }
      bar.update(done, { words });
    },
    clear() {
      bar.stop();
    },
  };
}

/** Prints nothing for short work: the first line comes after five seconds. */
function plainProgress(stream: NodeJS.WritableStream): Progress {
  let state: State | undefined;
  let lastAt = Date.now();
  let startedAt = lastAt;
  let timer: NodeJS.Timeout | undefined;
  const write = (): void => {
    if (state === undefined || Date.now() - lastAt < PLAIN_EVERY_MS) return;
    stream.write(`${described(state, Date.now() - startedAt)}\n`);
    lastAt = Date.now();
    state = undefined;
  };
  return {
    show(words, done = 0, all = 0) {
      timer ??= setInterval(write, PLAIN_EVERY_MS).unref();
      if (done === 0) startedAt = Date.now();
      state = { words, done, all };
      write();
    },
    clear() {
      clearInterval(timer);
      timer = undefined;
      state = undefined;
    },
  };
}

const NO_PROGRESS: Progress = { show: () => undefined, clear: () => undefined };

/** On standard error, because standard output may go into a file; not at all with `ALMANAC_PROGRESS=off`. */
export function openProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  if (process.env['ALMANAC_PROGRESS'] === 'off') return NO_PROGRESS;
  return stream.isTTY ? terminalProgress(stream) : plainProgress(stream);
}
