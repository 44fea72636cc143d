/** Asks the person at the terminal. */
import { createInterface } from 'node:readline/promises';

/** Without a terminal there is nobody to ask. */
export const canAsk = (): boolean => process.stdin.isTTY;

/** Whether the person typed `yes`. */
export async function askYes(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await lines.question(`${question} Type yes: `);
  lines.close();
  return answer.trim() === 'yes';
}
