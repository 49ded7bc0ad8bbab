import { appendLog, SYSTEM_SPEAKER } from '../chat/session-log.ts';
import type { ChatState } from '../chat/chat-state.ts';
import { type DataModule, dataModule } from '../core/module.ts';
import type { PageState } from '../core/page-state.ts';
import { sessionStateText } from '../readings/format-sessions.ts';
import type { ReadingsState } from '../readings/readings-state.ts';
import type { AgentSession } from '../readings/schemas/agent-sessions.ts';

/** The states that are worth a line of the session log. `thinking` and `working` alternate all the time. */
const LOGGED: ReadonlySet<AgentSession['state']> = new Set(['waiting', 'failed', 'done', 'silent']);
/** Lines for one answer of the home, so that many sessions do not fill the log. */
const MAX_LINES = 4;

/** Adds a line to the session log when an agent session begins to wait, fails, is done or falls silent. */
export const createSessionNews = (): DataModule<ChatState & PageState & ReadingsState> =>
  dataModule((state) => {
    let before = state.readings.sessions.get();
    let known: ReadonlyMap<string, string> | undefined;
    return {
      update() {
        const reading = state.readings.sessions.get();
        if (reading === before || (reading.state !== 'live' && reading.state !== 'empty')) return;
        before = reading;
        const sessions = reading.value?.sessions ?? [];
        const news = sessions.filter(
          (session) =>
            LOGGED.has(session.state) && known !== undefined && known.get(session.key) !== session.state,
        );
        for (const session of known ? news.slice(0, MAX_LINES) : [])
          appendLog(state, {
            ts: state.now.get(),
            speaker: SYSTEM_SPEAKER,
            text: `${session.name}: ${sessionStateText(session)}`,
          });
        known = new Map(sessions.map(({ key, state: name }) => [key, name]));
      },
      dispose: () => undefined,
    };
  });
