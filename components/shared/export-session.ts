import { exportFileName, exportMarkdown } from '../../data/chat/session-export.ts';
import type { State } from '../../data/state.ts';
import { downloadText } from './download.ts';

/** The session log as a Markdown file (specification 2.6). Returns the file's name. */
export function exportSession(state: State): string {
  const fileName = exportFileName(state.config.get().appName, state.now.get());
  downloadText(exportMarkdown(state.log.get(), state.sessionStart), fileName, 'text/markdown');
  return fileName;
}
