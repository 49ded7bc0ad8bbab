import { type TemplateResult, html, nothing } from 'lit';
import { emit } from '../../data/core/event.ts';
import type { State } from '../../data/state.ts';
import { controlIcons } from '../shared/control-icons.ts';
import { downloadFile } from '../shared/download.ts';
import { lapseButton } from './time-lapse-button.ts';
import { lapseIcons } from './time-lapse-icons.ts';
import { clipText } from './time-lapse-words.ts';

/** What starts a clip, or ends it. */
export function recorder({ timeLapse }: State): TemplateResult {
  const { clip, clipOrder } = timeLapse;
  const now = clip.get();
  if (now.phase === 'recording')
    return html`${lapseButton('Stop recording and keep the clip', lapseIcons.keep, () => emit(clipOrder, 'stop'))}
    ${lapseButton('Cancel the recording', lapseIcons.discard, () => emit(clipOrder, 'cancel'))}`;
  const why =
    now.phase === 'impossible'
      ? `No clips here: ${now.cause}`
      : now.phase === 'finishing'
        ? 'Saving the clip'
        : '';
  return lapseButton('Record a clip from here', lapseIcons.record, () => emit(clipOrder, 'start'), why);
}

/** How far the clip is and what became of it, with what can be done about that; nothing while there is none. */
export function clipCard({ timeLapse }: State): TemplateResult | typeof nothing {
  const { clip, clipOrder } = timeLapse;
  const now = clip.get();
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
        ? html`<button type="button" class="action" @click=${() => downloadFile(now.film, now.fileName)}>
            Save again
          </button>`
        : nothing
    }
    ${
      now.phase === 'done' || now.phase === 'failed'
        ? lapseButton('Put the clip away', controlIcons.close, () => emit(clipOrder, 'dismiss'))
        : nothing
    }
  </div>`;
}
