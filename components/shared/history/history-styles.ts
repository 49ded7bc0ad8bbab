import { css } from '../theme-css.ts';

/**
 * The look of the bars, in the page and in widgets. Their colours come from the element around them: a
 * `--mark` for `.up` and `.partly`, and those of each widget, `--error`, `--accent` and `--quiet`.
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
