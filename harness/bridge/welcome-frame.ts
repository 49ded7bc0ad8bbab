import { PROTOCOL_VERSION, type ServerFrame } from '../../data/chat/protocol.ts';
import type { State } from '../../data/state.ts';
import type { Resident } from '../resident/resident.ts';

/** The longest resident's note that the protocol allows (`data/chat/protocol.ts`). */
const MAX_NOTE_CHARACTERS = 400;

/**
 * The first frame to a client that said hello.
 * @param session The secret of its session.
 * @param cursor The newest `seq` of the session.
 */
export function welcomeFrame(
  { state, resident }: { readonly state: State; readonly resident: Resident },
  session: string,
  cursor: number,
): ServerFrame {
  return {
    type: 'welcome',
    version: PROTOCOL_VERSION,
    session,
    resident: {
      name: state.config.get().resident.name,
      attached: resident.attached,
      note: resident.note.slice(0, MAX_NOTE_CHARACTERS),
    },
    cursor,
  };
}
