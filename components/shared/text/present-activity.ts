import { type TemplateResult, css, html, nothing } from 'lit';
import { activityReading } from '../../../data/chat/activity-reading.ts';
import {
  occupationText,
  progressText,
  sinceText,
  stepText,
  targetText,
} from '../../../data/readings/format-activity.ts';
import { provenanceText } from '../../../data/readings/format.ts';
import type { ResidentActivity } from '../../../data/readings/schemas/resident-activity.ts';
import type { ChatState } from '../../../data/chat/chat-state.ts';
import type { PageState } from '../../../data/core/page-state.ts';
import { progressBar } from '../styles.ts';
import { sentenceCase, withoutBidiControls } from '../../../data/core/text.ts';

type StateSlice = ChatState & PageState;

/** The styles of the activity's lines and progress bar. */
export const presentActivityStyles = [
  progressBar,
  css`
    .progress {
      display: flex;
      gap: 0.5rem;
      align-items: center;
      margin: 0.25rem 0;
    }
    .progress progress {
      flex: 1;
      min-width: 0;
      height: 0.25rem;
      color: var(--hw-panel-text);
      border-radius: 2px;
    }
    .target {
      overflow-wrap: anywhere;
    }
  `,
];

/** Text of the agent, isolated for its own text direction. */
const given = (text: string): TemplateResult => html`<bdi>${withoutBidiControls(text)}</bdi>`;

/** The text with a capital at the beginning. */

/** The progress as a bar and in words. */
const progressRow = (progress: number): TemplateResult =>
  html`<div class="progress">
    <progress aria-label="Progress of the task" max="1" .value=${progress}></progress>
    <span>${progressText(progress)}</span>
  </div>`;

/** The target of the work, as a link if it has a URL. */
const targetRow = (target: NonNullable<ResidentActivity['target']>): TemplateResult => {
  const text = given(targetText(target));
  const { url } = target;
  return html`<p class="target">
    ${url === undefined ? text : html`<a href=${url} target="_blank" rel="noreferrer">${text}</a>`}
  </p>`;
};

/**
 * The present activity of the resident: state and task, step and tool, progress, target, and the age of the
 * report. Undefined before the first report.
 */
export function presentActivity(state: StateSlice): TemplateResult | undefined {
  const activity = state.activity.get();
  if (!activity) return undefined;
  const now = state.now.get();
  const reading = activityReading(state);
  const step = stepText(activity);
  const { progress, target } = activity;
  return html`<p class="text">
      ${given(sentenceCase(occupationText(activity)))}, ${sinceText(activity, now)}
    </p>
    ${step === '' ? nothing : html`<p class="text">${given(step)}</p>`}
    ${progress === undefined ? nothing : progressRow(progress)} ${target ? targetRow(target) : nothing}
    ${reading.state === 'live' ? nothing : html`<p class="quiet">${provenanceText(reading, now)}</p>`}`;
}

/** The text before the first report. */
export const absentActivity = (state: StateSlice): TemplateResult =>
  html`<p class="quiet">${provenanceText(activityReading(state), state.now.get())}</p>`;
