import { type TemplateResult, html, nothing } from 'lit';
import { controlVideo } from '../../data/time-lapse/time-lapse-commands.ts';
import type { TimeLapseState } from '../../data/time-lapse/time-lapse-state.ts';
import { controlIcons } from '../shared/control-icons.ts';
import { downloadFile } from '../shared/download.ts';
import { lapseButton, lapseIcons } from './time-lapse-button.ts';
import { clipText } from './time-lapse-words.ts';

/** The button that starts a recording of the replay, or the buttons that end it. */
export function recorder(state: TimeLapseState): TemplateResult {
  const now = state.timeLapse.video.get();
  if (now.phase === 'recording')
    return html`${lapseButton('Stop recording and save the clip', lapseIcons.keep, () => controlVideo(state, 'stop'))}
    ${lapseButton('Cancel the recording', lapseIcons.discard, () => controlVideo(state, 'cancel'))}`;
  const why =
    now.phase === 'impossible'
      ? `Cannot record a clip: ${now.cause}`
      : now.phase === 'finishing'
        ? 'Saving the clip'
        : '';
  return lapseButton('Record a clip from here', lapseIcons.record, () => controlVideo(state, 'start'), why);
}

/** The progress or result of the clip, and its buttons; nothing without a clip. */
export function clipCard(state: TimeLapseState): TemplateResult | typeof nothing {
  const now = state.timeLapse.video.get();
  const text = clipText(now);
  if (text === '') return nothing;
  return html`<div class="clip">
    <p
      class=${now.phase === 'recording' ? 'recording' : ''}
      role=${now.phase === 'recording' ? nothing : 'status'}
    >
      ${text}
    </p>
    ${
      now.phase === 'done'
        ? html`<button type="button" class="action" @click=${() => downloadFile(now.file, now.fileName)}>
            Save again
          </button>`
        : nothing
    }
    ${
      now.phase === 'done' || now.phase === 'failed'
        ? lapseButton('Close the clip', controlIcons.close, () => controlVideo(state, 'dismiss'))
        : nothing
    }
  </div>`;
}
