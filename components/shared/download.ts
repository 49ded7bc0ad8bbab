import { exportFileName, exportMarkdown } from '../../data/chat/session-export.ts';
import type { ChatState } from '../../data/chat/chat-state.ts';
import type { ConfigState } from '../../data/config/config-state.ts';
import type { PageState } from '../../data/core/page-state.ts';

/** Saves a file on the visitor's device, under `fileName`. */
export function downloadFile(file: Blob, fileName: string): void {
  const href = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = href;
  link.download = fileName;
  link.click();
  // The click has started the download: the browser does not need the URL any more.
  setTimeout(() => URL.revokeObjectURL(href), 0);
}

/** Saves the session log as a Markdown file (specification 2.6). Returns the file's name. */
export function exportSession(state: ChatState & ConfigState & PageState): string {
  const fileName = exportFileName(state.config.get().appName, state.now.get());
  const text = exportMarkdown(state.log.get(), state.sessionStart);
  downloadFile(new Blob([text], { type: 'text/markdown' }), fileName);
  return fileName;
}
