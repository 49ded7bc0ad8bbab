import { emit } from '../core/event.ts';
import { dispatchView } from '../view/dispatch-view.ts';
import type { ViewState } from '../view/view-state.ts';
import type { TimeLapseState } from './time-lapse-state.ts';
import type { LapseRequest } from './time-lapse.ts';
import type { VideoCommand } from './video.ts';

/** Enters the time-lapse to replay a day or to show a moment of it, or changes the day. */
export function startTimeLapse(state: TimeLapseState & Pick<ViewState, 'view'>, request: LapseRequest): void {
  dispatchView(state, { kind: 'enter', mode: 'time-lapse' });
  // A visitor on the way to another world is not held back.
  if (state.view.get().mode === 'time-lapse') emit(state.timeLapse.requested, request);
}

/** Goes to a progress of 0 to 1, back or forth; no commit fires on the way. */
export function seek({ timeLapse }: Pick<TimeLapseState, 'timeLapse'>, progress: number): void {
  const to = Math.min(1, Math.max(0, progress));
  timeLapse.progress.set(to);
  emit(timeLapse.sought, to);
}

/** Starts or ends the video of a time-lapse. */
export const controlVideo = ({ timeLapse }: Pick<TimeLapseState, 'timeLapse'>, command: VideoCommand): void =>
  emit(timeLapse.videoCommand, command);
