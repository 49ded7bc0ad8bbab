/** Saves a file on the visitor's device, under `fileName`. */
export function downloadFile(file: Blob, fileName: string): void {
  const href = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = href;
  link.download = fileName;
  link.click();
  // The click has started the download, and the browser holds the bytes itself from now on.
  setTimeout(() => URL.revokeObjectURL(href), 0);
}
