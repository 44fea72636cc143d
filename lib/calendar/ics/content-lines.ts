/** The text of an iCalendar file: long lines are folded, components nest, and each is known by the line it begins on. */

export interface Block {
  /** `VEVENT`, in upper case. */
  readonly name: string;
  /** Where it begins in the file; the first line is 1. */
  readonly line: number;
  /** Unfolded, from BEGIN to END. */
  readonly lines: readonly string[];
}

export interface FileOutline {
  /** Unfolded lines directly in VCALENDAR. */
  readonly properties: readonly string[];
  readonly blocks: readonly Block[];
  /** A component that never ends, and where it begins. */
  readonly unfinished: Block | undefined;
}

interface Unfolded {
  readonly text: string;
  readonly line: number;
}

function unfold(text: string): Unfolded[] {
  const unfolded: { text: string; line: number }[] = [];
  text.replace(/^\uFEFF/u, '').split(/\r\n|\n|\r/u).forEach((part, index) => {
    const last = unfolded.at(-1);
    if (last !== undefined && /^[ \t]/u.test(part)) last.text += part.slice(1);
    else if (part.trim() !== '') unfolded.push({ text: part, line: index + 1 });
  });
  return unfolded;
}

const BEGIN = /^BEGIN:\s*([\w-]+)\s*$/iu;
const END = /^END:\s*([\w-]+)\s*$/iu;

/** Several calendars in one file count as one. */
export function outline(text: string): FileOutline {
  const properties: string[] = [];
  const blocks: Block[] = [];
  let open: { name: string; line: number; lines: string[] } | undefined;
  let depth = 0;
  for (const { text: content, line } of unfold(text)) {
    const begins = BEGIN.exec(content)?.[1]?.toUpperCase();
    const ends = END.exec(content)?.[1]?.toUpperCase();
    if (begins === 'VCALENDAR' || ends === 'VCALENDAR') continue;
    if (open === undefined) {
      if (begins === undefined) {
        properties.push(content);
        continue;
      }
      open = { name: begins, line, lines: [] };
    }
    open.lines.push(content);
    depth += (begins === undefined ? 0 : 1) - (ends === undefined ? 0 : 1);
    if (depth === 0) {
      blocks.push(open);
      open = undefined;
    }
  }
  return { properties, blocks, unfinished: open };
}
