/** How deeply JSON is nested, seen before anything walks through it: deep bodies exhaust the stack of whatever does. */

const [QUOTE, BACKSLASH] = ['"'.charCodeAt(0), '\\'.charCodeAt(0)];
const [OPEN_LIST, CLOSE_LIST] = ['['.charCodeAt(0), ']'.charCodeAt(0)];
const [OPEN_OBJECT, CLOSE_OBJECT] = ['{'.charCodeAt(0), '}'.charCodeAt(0)];

/** True when lists and objects are nested in more than so many levels. Text that is no JSON gets any answer. */
export function isDeeperThan(text: string, levels: number): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isInText) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) isInText = false;
    } else if (code === QUOTE) isInText = true;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth += 1;
      if (depth > levels) return true;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1;
  }
  return false;
}
