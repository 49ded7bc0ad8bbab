import { MAX_STEP_DETAIL_CHARACTERS } from '../../../data/chat/limits.ts';
import type { ChatStep } from '../../../data/chat/protocol.ts';
import type { ResidentStep } from '../../resident/resident.ts';

const MAX_NAME_CHARACTERS = 80;
const MAX_TITLE_CHARACTERS = 200;

/** A tool call as the protocol has it; what is too long is cut. */
export const chatStepOf = ({ step, tool, title, state, detail }: ResidentStep): ChatStep => ({
  step: step.slice(0, MAX_NAME_CHARACTERS),
  tool: tool.slice(0, MAX_NAME_CHARACTERS),
  title: title.slice(0, MAX_TITLE_CHARACTERS),
  state,
  ...(detail === undefined ? {} : { detail: detail.slice(0, MAX_STEP_DETAIL_CHARACTERS) }),
});
