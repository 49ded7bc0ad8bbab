/** Hands the visitor a file. */
export function downloadFile(file: Blob, fileName: string): void {
  const href = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = href;
  link.download = fileName;
  link.click();
  // The click has started the download; the browser holds the bytes itself from here on.
  setTimeout(() => URL.revokeObjectURL(href), 0);
}

/** Hands the visitor a file with exactly these characters, in UTF-8. */
export function downloadText(text: string, fileName: string, mimeType: string): void {
  downloadFile(new Blob([text], { type: mimeType }), fileName);
}
