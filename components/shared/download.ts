import { exportFileName, exportMarkdown } from '../../data/chat/session-export.ts';
import type { ChatState } from '../../data/chat/chat-state.ts';
import type { ConfigState } from '../../data/config/config-state.ts';
import type { PageState } from '../../data/core/page-state.ts';

/** How long a download may take to begin: Safari on phones reads the file after a question. Milliseconds. */
const BEGIN_MS = 60_000;

/** Saves a file on the visitor's device, under `fileName`. */
export function downloadFile(file: Blob, fileName: string): void {
  const href = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = href;
  link.download = fileName;
  link.click();
  // Not at once: the download would fail in Safari on phones (WebKit bug 211234).
  setTimeout(() => URL.revokeObjectURL(href), BEGIN_MS);
}

/** Saves the session log as a Markdown file (specification 2.6). Returns the file's name. */
export function exportSession(state: ChatState & ConfigState & PageState): string {
  const fileName = exportFileName(state.config.get().appName, state.now.get());
  const text = exportMarkdown(state.log.get(), state.sessionStart);
  downloadFile(new Blob([text], { type: 'text/markdown' }), fileName);
  return fileName;
}
