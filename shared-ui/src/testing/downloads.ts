/** Captures downloads of a page by file name; clears `files` first. */
export function catchDownloads(files: Map<string, Blob>): void {
  files.clear();
  let last: Blob | undefined;
  URL.createObjectURL = (file) => {
    last = file as Blob;
    return 'blob:file';
  };
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = function click() {
    if (last) files.set(this.download, last);
  };
}
