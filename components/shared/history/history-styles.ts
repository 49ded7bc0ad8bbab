import { css } from '../theme-css.ts';

/**
 * The styles of the bars, for the page and for widgets. The element around them sets the colours: `--mark`
 * for `.up` and `.partly`; each widget also sets `--error`, `--accent` and `--quiet`.
 */
export const historyStyles = css`
  .history-bars {
    width: 100%;
  }
  .history-bars svg {
    display: block;
    width: 100%;
    height: 24px;
  }
  .history-bars path {
    fill: var(--mark);
  }
  .down {
    --mark: var(--error);
  }
  .maintenance {
    --mark: var(--accent);
  }
  .none {
    --mark: var(--quiet);
  }
  .history-bars p {
    display: flex;
    justify-content: space-between;
    gap: 8px;
    color: var(--quiet);
    font-size: 0.86em;
  }
`;
