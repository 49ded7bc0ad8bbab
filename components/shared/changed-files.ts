import { LitElement, type TemplateResult, css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { ChangedFile } from '../../data/core/changed-files.ts';
import { counted } from '../../data/readings/format.ts';
import './diff.ts';
import { base } from './styles.ts';

/** So many files are listed; a change with more is better read elsewhere. */
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

/** The files of a change with their counts of lines, and the diff of each file that is open. */
@customElement('hw-changed-files')
export class HwChangedFiles extends LitElement {
  static override styles = [
    base,
    css`
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

  @property({ attribute: false }) files: readonly ChangedFile[] = [];
  /** What is said after the counts if something is left out. */
  @property() note = '';
  /** Whether the owner can choose a line. */
  @property({ type: Boolean }) choosing = false;

  /** The files that were opened or closed by hand, by their paths. */
  @state() private toggled: ReadonlyMap<string, boolean> = new Map();

  #file(file: ChangedFile, isOpenFirst: boolean): TemplateResult {
    const { added, removed, isBinary, from, path, hunks } = file;
    const words = [KIND_WORDS[file.kind], isBinary ? 'binary' : ''].filter((word) => word !== '');
    const isOpen = this.toggled.get(path) ?? (isOpenFirst && hunks !== '');
    const onToggle = ({ target }: Event): void => {
      const { open } = target as HTMLDetailsElement;
      if (open !== isOpen) this.toggled = new Map(this.toggled).set(path, open);
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
      ${isOpen ? (none ? html`<p class="quiet">${this.note !== '' && !isBinary ? 'Its lines are not in this diff.' : 'No lines of text have changed.'}</p>` : html`<hw-diff .diff=${hunks} .path=${path} ?choosing=${this.choosing}></hw-diff>`) : nothing}
    </details>`;
  }

  protected override render(): TemplateResult {
    const { files, note } = this;
    const [added, removed] = [linesIn(files, 'added'), linesIn(files, 'removed')];
    const isShort = added + removed <= OPEN_LINES;
    const more = files.length - LISTED_FILES;
    return html`<p class="sum">
        ${
          files.length === 0
            ? 'No file has changed.'
            : `${counted(files.length, 'file')}, ${counted(added, 'line')} added, ${removed} removed.`
        }
        ${note}
      </p>
      ${files.slice(0, LISTED_FILES).map((file) => this.#file(file, isShort))}
      ${more > 0 ? html`<p class="quiet">and ${counted(more, 'other file')}</p>` : nothing}`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-changed-files': HwChangedFiles;
  }
}
