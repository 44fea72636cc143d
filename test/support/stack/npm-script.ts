import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGE = join(import.meta.dirname, '../../../package.json');

/** What Node is given by a script of package.json that runs one program. */
export function argsOfScript(name: string): string[] {
  const { scripts } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const [node, ...args] = scripts[name]?.split(' ') ?? [];
  if (node !== 'node') throw new Error(`package.json has no script ${name} that runs Node.`);
  return args;
}
