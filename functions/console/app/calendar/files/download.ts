/** Hands a text to the browser as a file. */
export function download(name: string, text: string, type = 'text/calendar'): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-');
  link.click();
  URL.revokeObjectURL(link.href);
}
