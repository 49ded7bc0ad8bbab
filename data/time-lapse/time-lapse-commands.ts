import { emit } from '../core/event.ts';
import { type ViewState, dispatchView } from '../view/view-state.ts';
import type { TimeLapseState, VideoCommand } from './time-lapse-state.ts';
import type { LapseRequest } from './time-lapse.ts';

/** Starts the time-lapse of a day or at a moment of it, or changes the day. */
export function startTimeLapse(state: TimeLapseState & Pick<ViewState, 'view'>, request: LapseRequest): void {
  dispatchView(state, { kind: 'enter', mode: 'time-lapse' });
  // During a warp the view does not change, because the visitor is on the way to another world.
  if (state.view.get().mode === 'time-lapse') emit(state.timeLapse.requested, request);
}

/** Moves to a progress of 0 to 1, forwards or backwards, without `commitFired`. */
export function seek({ timeLapse }: Pick<TimeLapseState, 'timeLapse'>, progress: number): void {
  const to = Math.min(1, Math.max(0, progress));
  timeLapse.progress.set(to);
  emit(timeLapse.sought, to);
}

/** Starts or ends the video of a time-lapse. */
export const controlVideo = ({ timeLapse }: Pick<TimeLapseState, 'timeLapse'>, command: VideoCommand): void =>
  emit(timeLapse.videoCommand, command);
