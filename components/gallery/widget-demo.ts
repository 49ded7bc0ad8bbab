import { LitElement, type TemplateResult, html } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { base, buttons } from '../shared/styles.ts';
import '../shared/status-message.ts';
import type { HwStatusMessage } from '../shared/status-message.ts';
import { type Example, forms, nameOf } from './code.ts';
import { type Control, type ControlName, controls, galleryWidgets } from './controls.ts';
import { demoStyles } from './demo-styles.ts';

/**
 * Renders the widgets again when the visitor chooses another background, because a widget reads the text
 * colour around it only when it renders.
 */
export function followGrounds(form: HTMLFormElement): void {
  form.addEventListener('change', () => {
    for (const widget of document.querySelectorAll<HTMLElement & { requestUpdate?(): void }>('.ground > *'))
      widget.requestUpdate?.();
  });
}

const isControl = (name: string): name is ControlName => Object.hasOwn(controls, name);

/**
 * The controls and the code of one widget of the gallery. The widget is in the previous sibling of this
 * element, which has the background. The attributes of the widget are the only state: if the widget sets one
 * itself, the code changes too.
 *
 * @slot - not shown: the code for browsers without scripts
 * @cssproperty --hw-accent - lines of fields and buttons
 * @cssproperty --hw-panel-background - the background of fields and code
 * @cssproperty --hw-text - labels and code
 * @cssproperty --hw-text-quiet - hints
 */
@customElement('hw-widget-demo')
export class HwWidgetDemo extends LitElement {
  static override styles = [base, buttons, demoStyles];

  @query('textarea') private readonly code!: HTMLTextAreaElement;
  @query('hw-status-message') private readonly statusMessage!: HwStatusMessage;

  /** The widget. A widget on demand is not connected until the visitor asks for it. */
  #widget: HTMLElement | undefined;
  readonly #changes = new MutationObserver(() => this.requestUpdate());
  /** The chosen form of the code. */
  @state() private form = 'html';

  /** The tag of the widget. */
  @property() tag = '';
  /** Width and height of its iframe, such as `480x280`; absent if the widget has no page for iframes. */
  @property() frame?: string;
  /** The name of its badge; absent without one. */
  @property() badge?: string;
  /** The URL of a copy of `embed.js` that never changes; absent if the build has none. */
  @property() script?: string;
  /** The hash of that copy. */
  @property() integrity?: string;

  override connectedCallback(): void {
    super.connectedCallback();
    // The parser may not have added all children of this element yet. Its previous sibling is already
    // complete.
    const ground = this.previousElementSibling;
    this.#widget ??= ground?.querySelector<HTMLElement>(this.tag) ?? document.createElement(this.tag);
    this.#changes.observe(this.#widget, { attributes: true });
    ground?.addEventListener('click', this.#show);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#changes.disconnect();
    this.previousElementSibling?.removeEventListener('click', this.#show);
  }

  /** Replaces the button by its widget. */
  readonly #show = ({ target, currentTarget: ground }: Event): void => {
    if (!(target instanceof HTMLButtonElement) || !(ground instanceof HTMLElement) || !this.#widget) return;
    this.#widget.setAttribute('src', './');
    ground.replaceChildren(this.#widget);
    // The button that had the focus was removed, so the element around it gets the focus.
    ground.tabIndex = -1;
    ground.focus();
  };

  /** An empty value removes the attribute, so that the widget uses its default. */
  #set(name: ControlName, value: string | boolean): void {
    if (value === false || value === '') this.#widget?.removeAttribute(name);
    else this.#widget?.setAttribute(name, value === true ? '' : value);
  }

  /** The data for the code, read from the widget. */
  get #example(): Example {
    const { tag, badge, script, integrity } = this;
    const [width, height] = this.frame?.split('x') ?? [];
    const attributes = (this.#widget?.getAttributeNames() ?? []).filter(isControl);
    return {
      tag,
      // The URL of this page: behind a proxy it is the public URL of the home.
      base: new URL('.', document.baseURI).href,
      attributes: attributes.map((name) => [name, this.#widget?.getAttribute(name) ?? '']),
      frame: width && height ? { name: nameOf(tag), width, height } : undefined,
      badge,
      fixed: script && integrity ? { script, integrity } : undefined,
    };
  }

  /** Copies the code. Without a clipboard (no HTTPS) it only selects the code. */
  async #copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.code.value);
      this.statusMessage.say('Copied.');
    } catch {
      this.code.focus();
      this.code.select();
      this.statusMessage.say('The browser does not allow copying. The code is selected: copy it yourself.');
    }
  }

  /** The form field of one attribute. It is read on `change`, not after each letter. */
  #renderField(name: ControlName, control: Control): TemplateResult {
    const value = this.#widget?.getAttribute(name) ?? '';
    const read = ({ target }: Event): void => {
      const field = target as HTMLInputElement | HTMLSelectElement;
      // An invalid value, such as a number out of range, must not appear in the code.
      if (field.validity.valid) this.#set(name, field.value);
    };
    switch (control.kind) {
      case 'flag':
        return html`<input
          id=${name}
          type="checkbox"
          .checked=${this.#widget?.hasAttribute(name) ?? false}
          @change=${({ target }: Event) => this.#set(name, (target as HTMLInputElement).checked)}
        />`;
      case 'choice':
        return html`<select id=${name} @change=${read}>
          ${control.choices.map(
            ([choice, text]) => html`<option value=${choice} .selected=${choice === value}>${text}</option>`,
          )}
        </select>`;
      case 'number':
        return html`<input
          id=${name}
          type="number"
          inputmode="numeric"
          min=${control.min}
          max=${control.max}
          .value=${value}
          placeholder=${control.hint}
          @change=${read}
        />`;
      case 'text':
        return html`<input
          id=${name}
          maxlength=${control.maxLength}
          .value=${value}
          placeholder=${control.hint}
          @change=${read}
        />`;
    }
  }

  /** A field with the name of its attribute as the label. */
  #renderControl(name: ControlName): TemplateResult {
    return html`<label for=${name}>${name}</label> ${this.#renderField(name, controls[name])}`;
  }

  /** The forms of the code of this widget, the code in the chosen form, and notes about it. */
  #renderCode(): TemplateResult {
    const example = this.#example;
    const offered = forms.flatMap((form) => {
      const code = form.code(example);
      return code === undefined ? [] : [{ ...form, code }];
    });
    const shown = offered.find(({ name }) => name === this.form) ?? offered[0];
    return html`<div class="bar">
        <label for="form">Code as</label>
        <select id="form" @change=${({ target }: Event) => (this.form = (target as HTMLSelectElement).value)}>
          ${offered.map(
            ({ name, title }) =>
              html`<option value=${name} .selected=${name === shown?.name}>${title}</option>`,
          )}
        </select>
        <button class="action" @click=${() => void this.#copy()}>Copy</button>
        <hw-status-message></hw-status-message>
      </div>
      <textarea
        readonly
        spellcheck="false"
        aria-label="Code of ${this.tag}"
        aria-describedby="note"
        rows=${shown?.code.split('\n').length ?? 1}
        .value=${shown?.code ?? ''}
        @focus=${() => this.code.select()}
      ></textarea>
      <p class="quiet" id="note">${shown?.note}</p>`;
  }

  protected override render(): TemplateResult {
    const names = galleryWidgets[this.tag]?.controls ?? [];
    return html`<div class="controls" role="group" aria-label="Attributes of ${this.tag}">
        ${names.map((name) => html`<div class="field">${this.#renderControl(name)}</div>`)}
      </div>
      <div class="code" role="group" aria-label="Code of ${this.tag}">${this.#renderCode()}</div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hw-widget-demo': HwWidgetDemo;
  }
}
