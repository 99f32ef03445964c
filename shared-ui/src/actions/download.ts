/** Hands a file to the browser's downloads. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser takes the content when it starts the download, which is after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
