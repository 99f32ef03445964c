/** Downloads a file. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The download starts after this task, and only then does the browser read the content.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
