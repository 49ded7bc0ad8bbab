import { css } from 'lit';

/** A notice at the bottom of the page: its text, and the button that dismisses it. */
export const noticeStyles = css`
  section {
    display: var(--hw-card, flex);
    max-width: 40rem;
    border-left: 3px solid var(--hw-sovereignty-mid);
  }
  .text {
    flex: 1;
    min-width: 0;
    padding: 0.6875rem 0 0.6875rem 1rem;
  }
`;
