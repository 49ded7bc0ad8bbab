import { exportFileName, exportMarkdown } from '../../data/chat/session-export.ts';
import type { State } from '../../data/state.ts';
import { downloadFile } from './download.ts';

/** The session log as a Markdown file (specification 2.6). Returns the file's name. */
export function exportSession(state: State): string {
  const fileName = exportFileName(state.config.get().appName, state.now.get());
  const text = exportMarkdown(state.log.get(), state.sessionStart);
  downloadFile(new Blob([text], { type: 'text/markdown' }), fileName);
  return fileName;
}
