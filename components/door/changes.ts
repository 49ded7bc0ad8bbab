import { type PropertyValues, type TemplateResult, css, html, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import type { DoorState } from '../../data/apps/door.ts';
import type { Ask } from '../../data/asks/ask.ts';
import { kindText } from '../../data/asks/ask-words.ts';
import { cannotText, notShownText, secondsAgo, waitText } from '../../data/changes/change-words.ts';
import { changesAnswer, type ChangesAnswer, type SentDiff } from '../../data/changes/changes.ts';
import { type ChangedFile, changedFiles } from '../../data/core/changed-files.ts';
import { diffLines } from '../../data/core/diff.ts';
import { withoutBidiControls } from '../../data/core/text.ts';
import { counted } from '../../data/readings/format.ts';
import type { Letter, LetterBox } from '../../data/letters/letter.ts';
import { reachText } from '../../data/letters/letter-words.ts';
import { ownerRequest } from '../../data/owner/owner-request.ts';
import { readLetters } from '../../data/letters/letter-requests.ts';
import '../shared/changed-files.ts';
import type { HwDiff } from '../shared/diff.ts';
import { closeButton } from '../shared/control-icons.ts';
import type { HwLetterForm } from '../shared/letter-form.ts';
import '../shared/letter-form.ts';
import { SignalElement } from '../shared/signal-element.ts';
import { base, buttons, panel } from '../shared/styles.ts';
import { doorStyles } from './door-styles.ts';
import { missing } from './ask-text.ts';

/** What is shown: what a session has changed, or what an ask would change. */
export interface ShownChanges {
  /** The pseudonym of the session; empty if the home does not know it. */
  readonly session: string;
  readonly ask?: Ask;
}

/** How often the home is asked while an answer of the agent is awaited, and the page is visible. */
const READ_EVERY_MS = 2_000;

/**
 * A dialog with the whole of a change: what a live session has changed, which its agent sends while the dialog is open,
 * or what an ask would change. The owner can choose a line, and write a letter about it.
 *
 * @fires close - the owner has closed it
 */
@customElement('hw-door-changes')
export class HwDoorChanges extends SignalElement {
  static override styles = [
    base,
    buttons,
    panel,
    doorStyles,
    css`
      dialog {
        width: min(100%, 68rem);
        max-width: none;
        height: 100dvh;
        max-height: none;
        margin: 0 auto;
        padding: 0;
        color: inherit;
        background: var(--hw-panel-background);
        border: 0 solid color-mix(in srgb, var(--hw-accent) 25%, transparent);
        border-inline-width: var(--hw-line-hair, 1px);
      }
      dialog[open] {
        display: grid;
        grid-template-rows: auto minmax(0, 1fr) auto;
      }
      dialog::backdrop {
        background: color-mix(in srgb, var(--hw-background) 80%, transparent);
      }
      .head {
        display: flex;
        gap: 0.5rem;
        align-items: center;
        justify-content: space-between;
        padding: 0.375rem 0.5rem 0.375rem 1rem;
        border-bottom: 1px solid color-mix(in srgb, var(--hw-accent) 25%, transparent);
      }
      .body {
        display: grid;
        gap: 0.75rem;
        align-content: start;
        padding: 0.75rem 1rem;
      }
      .body > * {
        min-width: 0;
      }
      .foot {
        display: grid;
        gap: 0.5rem;
        max-height: 60dvh;
        overflow: auto;
        padding: 0.75rem 1rem max(0.75rem, env(safe-area-inset-bottom));
        border-top: 1px solid color-mix(in srgb, var(--hw-accent) 25%, transparent);
      }
      hw-changed-files,
      hw-letter-form {
        font-size: inherit;
      }
    `,
  ];

  @property({ attribute: false }) door?: DoorState;
  @property({ attribute: false }) shown?: ShownChanges;

  @state() private answer: ChangesAnswer | undefined;
  /** The last diff that came. It stays while another one is awaited. */
  @state() private taken: ChangesAnswer['taken'];
  @state() private problem = '';
  /** The name of the chosen line. */
  @state() private line = '';
  /** Where a letter goes; undefined until the owner writes one. */
  @state() private box: LetterBox | undefined;
  @state() private said = '';

  /** The files of the last diff: the page renders once a second, and reads the diff only once. */
  #files: readonly ChangedFile[] = [];
  /** The diff with the chosen line. */
  #diffOfLine: HwDiff | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  @query('dialog') private readonly dialog?: HTMLDialogElement;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  protected override firstUpdated(): void {
    this.dialog?.showModal();
    if (this.shown?.ask) return;
    void this.#open();
    this.#timer = setInterval(() => {
      if (!document.hidden && this.answer?.askedAt !== undefined) void this.#read();
    }, READ_EVERY_MS);
  }

  /** The foot takes room from the diff: the chosen line stays in view. */
  protected override updated(changed: PropertyValues): void {
    if (changed.has('line')) this.#diffOfLine?.showLine();
  }

  /** Asks the agent, unless it has sent something already. */
  async #open(): Promise<void> {
    await this.#read();
    const { answer } = this;
    if (answer?.way === 'reports' && !answer.taken && answer.askedAt === undefined) await this.#ask();
  }

  /** Reads what the program of the session has answered. */
  readonly #read = (): Promise<void> => this.#request('GET');
  readonly #ask = (): Promise<void> => this.#request('POST');

  async #request(method: 'GET' | 'POST'): Promise<void> {
    const { door, shown } = this;
    if (!door || !shown) return;
    const path = `api/changes/${encodeURIComponent(shown.session)}`;
    const result = await ownerRequest(door.io, path, { method, schema: changesAnswer });
    if (result.ok) {
      this.answer = result.value;
      const { taken = this.taken } = result.value;
      if (taken?.at !== this.taken?.at)
        this.#files = taken && 'diff' in taken.changes ? changedFiles(taken.changes.diff) : [];
      this.taken = taken;
      this.problem = '';
    } else if (result.status === 401) door.signedOut();
    else this.problem = result.message;
  }

  /** Opens the form of a letter about the chosen line. */
  readonly #write = async (): Promise<void> => {
    const { door, shown } = this;
    if (!door || !shown) return;
    const result = await readLetters(door.io);
    if (!result.ok) {
      this.problem = result.message;
      return;
    }
    this.box = result.value.sessions.find(({ key }) => key === shown.session);
    if (!this.box) this.problem = 'The home knows no such session any more.';
    await this.updateComplete;
    const form = this.shadowRoot?.querySelector<HwLetterForm>('hw-letter-form');
    await form?.updateComplete;
    form?.focus();
    this.#diffOfLine?.showLine();
  };

  readonly #choose = (event: CustomEvent<string>): void => {
    this.line = event.detail;
    this.said = '';
    [this.#diffOfLine] = event.composedPath() as [HwDiff];
  };

  readonly #onWritten = ({ detail, target }: CustomEvent<Letter>): void => {
    this.said = `The letter about ${detail.about} waits for the agent.`;
    // The owner may already write the next letter.
    if ((target as HwLetterForm).text !== '') return;
    this.line = '';
    this.box = undefined;
    this.shadowRoot?.querySelector<HTMLElement>('.body')?.focus();
  };

  /** How old the diff is, or what is awaited. */
  #state(door: DoorState): TemplateResult {
    const { answer, taken, problem } = this;
    const now = door.now.get();
    if (!answer) return html`${problem === '' ? html`<p class="quiet">Asking the home…</p>` : nothing}`;
    const wait = waitText(answer, now);
    const cannot = taken ? '' : cannotText(answer);
    const at = taken ? `As it was ${secondsAgo(taken.at, now)}.` : '';
    const none = wait === '' && cannot === '' && !taken ? 'Nothing has come: the home waits no longer.' : '';
    return html`<p>${[at, wait, cannot, none].filter((words) => words !== '').join(' ')}</p>
      ${
        wait === '' && answer.way === 'reports'
          ? html`<div>
              <button type="button" class="action" @click=${() => void this.#ask()}>
                ${taken ? 'Ask again' : 'Ask for it'}
              </button>
            </div>`
          : nothing
      }`;
  }

  #diff(diff: SentDiff): TemplateResult {
    const notShown = notShownText(diff);
    return html`<hw-changed-files
        choosing
        .files=${this.#files}
        @line-chosen=${this.#choose}
      ></hw-changed-files>
      ${
        notShown.length === 0
          ? nothing
          : html`<h3>Not shown</h3>
              <ul class="small quiet">
                ${notShown.map((words) => html`<li>${words}</li>`)}
              </ul>`
      }`;
  }

  #session(door: DoorState): TemplateResult {
    const changes = this.taken?.changes;
    return html`${this.#state(door)}
      <p class="visually-hidden" role="status">
        ${changes && this.answer?.taken ? 'The changes are here.' : ''}
      </p>
      ${
        changes === undefined
          ? nothing
          : 'problem' in changes
            ? html`<p class="problem">It cannot be shown: ${changes.problem}</p>`
            : this.#diff(changes)
      }`;
  }

  #asked({ id, diff, note }: Ask, door: DoorState): TemplateResult {
    const isOpen = door.asks.get().asks.some((one) => one.id === id && one.state === 'open');
    const kinds = diffLines(diff?.text ?? '').map(({ kind }) => kind);
    const [added, removed] = (['added', 'removed'] as const).map(
      (wanted) => kinds.filter((kind) => kind === wanted).length,
    );
    return html`${note === '' ? nothing : html`<p class="quiet">${withoutBidiControls(note)}</p>`}
      <p>
        ${counted(added ?? 0, 'line')} added, ${removed} removed.
        ${isOpen ? 'It waits for your answer, on the page behind this one.' : 'This ask has ended.'}
      </p>
      ${
        diff === undefined
          ? nothing
          : html`<hw-diff choosing .diff=${diff.text} @line-chosen=${this.#choose}></hw-diff>
              ${missing(diff.left)}`
      }`;
  }

  /** The chosen line, and the letter about it. */
  #letter(): TemplateResult | typeof nothing {
    const { line, box, said, problem, shown } = this;
    if (line === '' && said === '' && problem === '') return nothing;
    const canWrite = box?.way === 'turns' || box?.way === 'wakes';
    return html`<div class="foot">
      <p role="status">${said === '' ? nothing : html`<span>${said}</span>`}</p>
      ${
        line === '' || canWrite
          ? nothing
          : html`<p><bdi>${line}</bdi></p>
              ${
                shown?.session === ''
                  ? html`<p class="quiet">This agent has no session to which you can write.</p>`
                  : html`<div>
                      <button
                        type="button"
                        class="action"
                        ?disabled=${box !== undefined}
                        @click=${this.#write}
                      >
                        Write about this line
                      </button>
                    </div>`
              }
              ${box ? html`<p class="quiet">${reachText(box)}</p>` : nothing}`
      }
      ${
        line !== '' && box && canWrite
          ? html`<hw-letter-form
              .io=${this.door?.io}
              session=${box.key}
              name=${withoutBidiControls(box.name)}
              about=${line}
              reach=${reachText(box)}
              @letter-written=${this.#onWritten}
            ></hw-letter-form>`
          : nothing
      }
      <div role="alert">${problem === '' ? nothing : html`<p class="problem">${problem}</p>`}</div>
    </div>`;
  }

  protected override render(): TemplateResult | typeof nothing {
    const { door, shown } = this;
    if (!door || !shown) return nothing;
    const { ask } = shown;
    const name = withoutBidiControls(ask?.name ?? this.answer?.name ?? '');
    const title = ask ? `${name} ${kindText(ask)}` : `What ${name === '' ? 'it' : name} has changed`;
    return html`<dialog aria-labelledby="title" @close=${() => this.dispatchEvent(new Event('close'))}>
      <div class="head">
        <h2 id="title">${title}</h2>
        ${closeButton('Close', () => this.dialog?.close())}
      </div>
      <div class="body scroll" tabindex="0" role="group" aria-labelledby="title">
        ${ask ? this.#asked(ask, door) : this.#session(door)}
      </div>
      ${this.#letter()}
    </dialog>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-door-changes': HwDoorChanges;
  }
}
