import { exportFileName, exportMarkdown } from '../../data/session-export.ts';
import type { State } from '../../data/state.ts';
import { downloadText } from './download.ts';

/** The session log as a Markdown file (specification 2.6). */
export function exportSession(state: State): void {
  downloadText(
    exportMarkdown(state.log.get(), state.sessionStart),
    exportFileName(state.config.get().appName, state.now.get()),
    'text/markdown',
  );
}
