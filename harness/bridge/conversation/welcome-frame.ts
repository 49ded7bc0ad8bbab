import { PROTOCOL_VERSION, type ServerFrame } from '../../../data/chat/protocol.ts';
import type { ConfigState } from '../../../data/config/config-state.ts';
import type { Resident } from '../../resident/resident.ts';

/** The longest resident's note that the protocol allows (`data/chat/protocol.ts`). */
const MAX_NOTE_CHARACTERS = 400;
const MAX_NAME_CHARACTERS = 80;

interface Needs {
  readonly state: ConfigState;
  readonly resident: Resident;
}

/** Who answers now, as the pages show it. */
const residentOf = ({ state, resident }: Needs) => ({
  // The resident's name does not change; the note says which agent it is now.
  name: state.config.get().resident.name,
  attached: resident.attached,
  note: resident.note.slice(0, MAX_NOTE_CHARACTERS),
  kind: resident.who.kind,
  by: resident.who.name.slice(0, MAX_NAME_CHARACTERS),
  place: resident.who.place,
});

/** The frame that informs all pages that another resident answers now. */
export const newResidentFrame = (needs: Needs): ServerFrame => ({
  type: 'resident',
  resident: residentOf(needs),
});

/** The first frame to a client after its hello.
 * @param session The secret of its session.
 * @param cursor The newest `seq` of the session.
 */
export function welcomeFrame(needs: Needs, session: string, cursor: number): ServerFrame {
  return {
    type: 'welcome',
    version: PROTOCOL_VERSION,
    session,
    resident: residentOf(needs),
    cursor,
    presence: needs.state.config.get().together.presence,
  };
}
