import { type TemplateResult, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { ChangedFile } from '../../data/core/changed-files.ts';
import { errorMessage, withoutBidiControls } from '../../data/core/text.ts';
import type { ConfigState } from '../../data/config/config-state.ts';
import type { PageState } from '../../data/core/page-state.ts';
import { ageText, counted } from '../../data/readings/format.ts';
import type { ShownChange } from '../../data/view/documents.ts';
import { type Change, readChange } from '../../data/view/read-change.ts';
import '../shared/diff.ts';
import { StateElement } from '../shared/state-element.ts';
import { base } from '../shared/styles.ts';

type StateSlice = ConfigState & PageState;

/** So many files are listed; a change with more is better read at the code host. */
const LISTED_FILES = 200;
/** The files of a change with at most this many lines are open from the start. */
const OPEN_LINES = 150;

const KIND_WORDS: Readonly<Record<ChangedFile['kind'], string>> = {
  added: 'new',
  removed: 'removed',
  renamed: 'renamed',
  changed: '',
};

const linesIn = (files: readonly ChangedFile[], kind: 'added' | 'removed'): number =>
  files.reduce((sum, file) => sum + file[kind], 0);

/**
 * What a commit or a merged pull request changed: the files with their counts of lines, and the diff of each
 * file that is open. The diff is requested when the element appears.
 */
@customElement('hw-changes')
export class HwChanges extends StateElement {
  static override styles = [
    base,
    css`
      :host {
        display: block;
      }
      p {
        margin-bottom: 0.5rem;
      }
      details {
        border-top: 1px solid color-mix(in srgb, var(--hw-accent) 15%, transparent);
      }
      summary {
        display: flex;
        gap: 0.5rem;
        align-items: baseline;
        min-height: 2rem;
        padding: 0.375rem 0;
        cursor: pointer;
      }
      summary::before {
        flex: none;
        width: 0.75rem;
        content: '▸';
      }
      details[open] > summary::before {
        content: '▾';
      }
      summary bdi {
        flex: 1;
        min-width: 0;
        overflow-wrap: anywhere;
      }
      .counts {
        flex: none;
      }
      .added {
        color: var(--hw-panel-text);
      }
      .removed {
        color: var(--hw-error);
      }
    `,
  ];

  @property({ attribute: false }) change?: ShownChange;

  @state() private shown: Change | undefined;
  @state() private problem = '';
  /** The files that were opened or closed by hand, by their place in the list. */
  @state() private toggled: ReadonlyMap<number, boolean> = new Map();
  #request: AbortController | undefined;
  #path: string | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#request?.abort();
    this.#path = undefined;
  }

  /** Requests the diff of another change. */
  protected override willUpdate(): void {
    const { state: shown, change } = this;
    if (!shown || !change || change.path === this.#path) return;
    this.#path = change.path;
    this.shown = undefined;
    this.problem = '';
    this.toggled = new Map();
    this.#request?.abort();
    const request = new AbortController();
    this.#request = request;
    void this.#read(shown, change.path, request.signal);
  }

  async #read(state: StateSlice, path: string, signal: AbortSignal): Promise<void> {
    try {
      const shown = await readChange(state, path, signal);
      if (!signal.aborted) this.shown = shown;
    } catch (error) {
      this.problem = `What changed cannot be shown: ${errorMessage(error).replace(/\.$/, '')}.`;
    }
  }

  #file(file: ChangedFile, index: number, isOpenFirst: boolean): TemplateResult {
    const { added, removed, isBinary, from, path, hunks } = file;
    const words = [KIND_WORDS[file.kind], isBinary ? 'binary' : ''].filter((word) => word !== '');
    const isOpen = this.toggled.get(index) ?? (isOpenFirst && hunks !== '');
    const onToggle = ({ target }: Event): void => {
      const { open } = target as HTMLDetailsElement;
      if (open !== isOpen) this.toggled = new Map(this.toggled).set(index, open);
    };
    const names = html`<bdi>${from === undefined ? nothing : `${from} → `}${path}</bdi>
      ${words.length > 0 ? html`<span class="quiet">${words.join(', ')}</span>` : nothing}`;
    const none = isBinary || hunks === '';
    return html`<details ?open=${isOpen} @toggle=${onToggle}>
      <summary>
        ${names}
        ${
          none
            ? nothing
            : html`<span class="counts"
                ><span class="visually-hidden">${counted(added, 'line')} added, ${removed} removed</span>
                <span class="added" aria-hidden="true">+${added}</span>
                <span class="removed" aria-hidden="true">−${removed}</span></span
              >`
        }
      </summary>
      ${isOpen ? (none ? html`<p class="quiet">No lines of text have changed.</p>` : html`<hw-diff .diff=${hunks}></hw-diff>`) : nothing}
    </details>`;
  }

  #files({ files, isCut }: Change): TemplateResult {
    const [added, removed] = [linesIn(files, 'added'), linesIn(files, 'removed')];
    const isShort = added + removed <= OPEN_LINES;
    const more = files.length - LISTED_FILES;
    return html`<p class="sum">
        ${
          files.length === 0
            ? 'No file has changed.'
            : `${counted(files.length, 'file')}, ${counted(added, 'line')} added, ${removed} removed.`
        }
        ${isCut ? 'This is the beginning of a very long diff; the code host has all of it.' : nothing}
      </p>
      ${files.slice(0, LISTED_FILES).map((file, index) => this.#file(file, index, isShort))}
      ${more > 0 ? html`<p class="quiet">and ${counted(more, 'other file')}</p>` : nothing}`;
  }

  protected override renderState(state: StateSlice): TemplateResult | typeof nothing {
    const { change, shown, problem } = this;
    if (!change) return nothing;
    return html`<p class="quiet">
        by <bdi>${withoutBidiControls(change.author)}</bdi>, ${ageText(change.at, state.now.get())}
      </p>
      ${
        problem === ''
          ? shown
            ? this.#files(shown)
            : html`<p role="status">Reading what changed …</p>`
          : html`<p role="alert">${problem}</p>`
      }`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-changes': HwChanges;
  }
}
