import { exportFileName, exportMarkdown } from '../../data/chat/session-export.ts';
import type { ChatState } from '../../data/chat/chat-state.ts';
import type { ConfigState } from '../../data/config/config-state.ts';
import type { PageState } from '../../data/core/page-state.ts';
import { downloadFile } from './download.ts';

/** The session log as a Markdown file (specification 2.6). Returns the file's name. */
export function exportSession(state: ChatState & ConfigState & PageState): string {
  const fileName = exportFileName(state.config.get().appName, state.now.get());
  const text = exportMarkdown(state.log.get(), state.sessionStart);
  downloadFile(new Blob([text], { type: 'text/markdown' }), fileName);
  return fileName;
}
