/**
 * Replaces everything from a `<` to the next `>`, in one pass: a pattern would look through the rest of the text for
 * every `<` that is never closed. `replace` gives the text to put there, or undefined to leave this `<` as it is.
 */
export function replaceTags(html: string, replace: (tag: string) => string | undefined): string {
  let [text, at, close] = ['', 0, -1];
  for (let open = html.indexOf('<'); open >= 0; open = html.indexOf('<', at)) {
    if (close < open) close = html.indexOf('>', open);
    if (close < 0) break;
    // A name is all that anybody asks of a tag.
    const replacement = replace(html.slice(open, Math.min(close + 1, open + MAX_LOOKED_AT)));
    const end = replacement === undefined ? open + 1 : close + 1;
    text += html.slice(at, open) + (replacement ?? '<');
    at = end;
  }
  return text + html.slice(at);
}

const MAX_LOOKED_AT = 40;
