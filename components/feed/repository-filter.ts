import { type TemplateResult, css, html, nothing } from 'lit';
import type { ConfigState } from '../../data/config/config-state.ts';
import { type SettingsState, changeSettings } from '../../data/config/settings/settings.ts';
import { withoutBidiControls } from '../../data/core/text.ts';

export const repositoryFilterStyles = css`
  .repository {
    display: flex;
    gap: 0.5rem;
    align-items: baseline;
    margin-bottom: 0.75rem;
  }
  .repository select {
    flex: 1;
    min-width: 0;
    min-height: 2rem;
    padding: 0 0.25rem;
    font: inherit;
    color: var(--hw-text);
    cursor: pointer;
    background: var(--hw-panel-background);
    border: 1px solid color-mix(in srgb, var(--hw-accent) 45%, transparent);
    border-radius: 4px;
  }
  @media (pointer: coarse) {
    .repository select {
      min-height: 2.75rem;
    }
  }
`;

/** The name without the owner, unless another repository has the same name. */
function shortName(full: string, all: readonly string[]): string {
  const name = full.slice(full.lastIndexOf('/'));
  return all.filter((other) => other.endsWith(name)).length > 1 ? full : name.slice(1);
}

/** The choice of one repository or all; nothing in a home with one. */
export function repositoryFilter(state: ConfigState & SettingsState): TemplateResult | typeof nothing {
  const { repositories } = state.config.get();
  if (repositories.length < 2) return nothing;
  const chosen = state.settings.get().repository;
  const options: readonly (readonly [string, string])[] = [
    ['', 'All repositories'],
    ...repositories.map((full) => [full, shortName(full, repositories)] as const),
  ];
  return html`<label class="repository">
    <span class="quiet">Show</span>
    <select
      aria-label="Repository"
      @change=${({ target }: Event) =>
        changeSettings(state, { repository: (target as HTMLSelectElement).value })}
    >
      ${options.map(
        ([value, name]) =>
          html`<option value=${value} .selected=${value === chosen}>${withoutBidiControls(name)}</option>`,
      )}
    </select>
  </label>`;
}
