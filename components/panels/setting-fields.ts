import { type TemplateResult, html, nothing } from 'lit';

/** The common part of all fields of the settings. */
interface Field {
  /** Unique in the panel: label, control and help refer to each other by this id. */
  readonly id: string;
  readonly label: string;
}

/** A number that is set with a slider. */
interface Slider extends Field {
  readonly help?: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
  /** The value in words, beside the label and for screen readers. */
  readonly text: string;
  /** Called while the slider moves, so that the visitor sees or hears the effect. */
  readonly set: (value: number) => void;
}

/** A setting that is on or off. */
interface Checkbox extends Field {
  readonly help: string;
  readonly checked: boolean;
  readonly set: (checked: boolean) => void;
}

/** A setting with a few named values. */
interface Choice<Value extends string> extends Field {
  readonly help: string;
  /** The name of each value in the list. */
  readonly options: Readonly<Record<Value, string>>;
  readonly chosen: Value;
  readonly disabled?: boolean;
  readonly set: (value: Value) => void;
}

/** A short text, such as a name. */
interface Line extends Field {
  readonly help: string;
  /** Why the value has no effect; empty without a problem. */
  readonly problem: string;
  readonly value: string;
  readonly maxLength: number;
  /** Called for each typed character. */
  readonly set: (value: string) => void;
}

/** A text field with its label and help. The browser must not fill it with the visitor's real name. */
export const textField = ({ id, label, help, problem, value, maxLength, set }: Line): TemplateResult =>
  html`<div class="field">
    <label for=${id}>${label}</label>
    <input
      id=${id}
      type="text"
      autocomplete="off"
      spellcheck="false"
      maxlength=${maxLength}
      .value=${value}
      aria-describedby="${id}-help"
      aria-invalid=${problem === '' ? nothing : 'true'}
      @input=${({ target }: Event) => set((target as HTMLInputElement).value)}
    />
    <p id="${id}-help" class=${problem === '' ? 'quiet' : 'problem'} role="status">${problem || help}</p>
  </div>`;

/** A label with its value, and a slider that changes the value while it moves. */
export const sliderField = ({ id, label, help, min, max, step, value, text, set }: Slider): TemplateResult =>
  html`<div class="field">
    <label for=${id}>${label}</label><output for=${id}>${text}</output>
    <input
      id=${id}
      type="range"
      min=${min}
      max=${max}
      step=${step}
      .value=${String(value)}
      aria-valuetext=${text}
      aria-describedby=${help === undefined ? nothing : `${id}-help`}
      @input=${({ target }: Event) => set((target as HTMLInputElement).valueAsNumber)}
    />
    ${help === undefined ? nothing : html`<p id="${id}-help" class="quiet">${help}</p>`}
  </div>`;

/** A checkbox with its label and help. */
export const checkboxField = ({ id, label, help, checked, set }: Checkbox): TemplateResult =>
  html`<div class="field check">
    <label
      ><input
        type="checkbox"
        .checked=${checked}
        aria-describedby="${id}-help"
        @change=${({ target }: Event) => set((target as HTMLInputElement).checked)}
      /><span>${label}</span></label
    >
    <p id="${id}-help" class="quiet">${help}</p>
  </div>`;

/** A list of choices with its label and help. */
export const choiceField = <Value extends string>({
  id,
  label,
  help,
  options,
  chosen,
  disabled = false,
  set,
}: Choice<Value>): TemplateResult =>
  html`<div class="field">
    <label for=${id}>${label}</label>
    <select
      id=${id}
      aria-describedby="${id}-help"
      ?disabled=${disabled}
      @change=${({ target }: Event) => set((target as HTMLSelectElement).value as Value)}
    >
      ${Object.entries<string>(options).map(
        ([value, name]) => html`<option value=${value} .selected=${value === chosen}>${name}</option>`,
      )}
    </select>
    <p id="${id}-help" class="quiet">${help}</p>
  </div>`;
