import { css } from 'lit';
import type { Checks } from '../../../data/readings/schemas/open-work.ts';

/** A shape for each state of checks, so that it is not told by colour alone. */
export const checksMarks: Readonly<Record<Checks['state'], string>> = {
  passed: '✓',
  failed: '✕',
  pending: '◌',
  none: '–',
  unknown: '?',
};

export const checksStyles = css`
  .checks {
    display: flex;
    gap: 0.5rem;
    overflow-wrap: anywhere;
  }
  .passed .mark {
    color: var(--hw-connected);
  }
  .failed .mark {
    color: var(--hw-disconnected);
  }
`;
