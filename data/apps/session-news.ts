import { appendLog, SYSTEM_SPEAKER } from '../chat/session-log.ts';
import type { ChatState } from '../chat/chat-state.ts';
import { type DataModule, dataModule } from '../core/module.ts';
import type { PageState } from '../core/page-state.ts';
import { sessionStateText } from '../readings/format-sessions.ts';
import type { GamesState } from '../games/games-state.ts';
import { loading, originOf } from '../readings/reading.ts';
import type { ReadingsState } from '../readings/readings-state.ts';
import type { AgentSession } from '../readings/schemas/agent-sessions.ts';

/** The states of a new session that are worth a line. Every session begins as `done`, which is no news. */
const LOGGED_AT_ONCE: ReadonlySet<AgentSession['state']> = new Set(['waiting', 'failed']);
/** The states that are worth a line of the session log. `thinking` and `working` alternate all the time. */
const LOGGED: ReadonlySet<AgentSession['state']> = new Set(['waiting', 'failed', 'done', 'silent']);
/** The maximum number of lines for one answer of the home, so that many sessions do not fill the log. */
const MAX_LINES = 4;

/**
 * Adds a line to the session log when an agent session begins to wait, fails, is done or falls silent. A line
 * names only the program, because the owner's names for sessions must not stay in the log after signing out.
 * When the owner signs in or out, the sessions are requested again, because the owner sees more of them.
 */
export const createSessionNews = (poller: {
  refresh(): void;
}): DataModule<ChatState & GamesState & PageState & ReadingsState> =>
  dataModule((state) => {
    let owner = state.games.owner.get();
    let before = state.readings.sessions.get();
    let known: ReadonlyMap<string, string> | undefined;
    return {
      update() {
        const nextOwner = state.games.owner.get();
        if (nextOwner !== owner) {
          const hasSeenAll = owner === 'owner';
          owner = nextOwner;
          known = undefined;
          if (hasSeenAll) state.readings.sessions.set(loading(originOf(state.readings.sessions.get())));
          poller.refresh();
        }
        const reading = state.readings.sessions.get();
        if (reading === before || (reading.state !== 'live' && reading.state !== 'empty')) return;
        before = reading;
        const sessions = reading.value?.sessions ?? [];
        const isNews = ({ key, state: name }: AgentSession): boolean => {
          const last = known?.get(key);
          return (
            known !== undefined && last !== name && (last === undefined ? LOGGED_AT_ONCE : LOGGED).has(name)
          );
        };
        for (const session of sessions.filter(isNews).slice(0, MAX_LINES))
          appendLog(state, {
            ts: state.now.get(),
            speaker: SYSTEM_SPEAKER,
            text: `${session.harness}: ${sessionStateText(session)}`,
          });
        known = new Map(sessions.map(({ key, state: name }) => [key, name]));
      },
      dispose: () => undefined,
    };
  });
