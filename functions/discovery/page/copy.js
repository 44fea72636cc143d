/** Copies the text of an element. Gives the word for the button that was pressed. */
const { navigator } = globalThis;

export async function copyText(element) {
  try {
    await navigator.clipboard.writeText(element.textContent);
    return 'Copied';
  } catch {
    // Browsers have no clipboard for pages of plain HTTP on other hosts: the text is marked, to be copied by hand.
    globalThis.getSelection().selectAllChildren(element);
    return 'Press Ctrl-C';
  }
}
