/** The build removes comments and spaces from what has this tag. */
const css = String.raw;

/**
 * The look of the bars, in the page and in widgets. Their colours come from the element around them:
 * `--up`, `--partly`, `--down`, `--maintenance` and `--none`.
 */
export const historyStyles = css`
  .history-bars {
    width: 100%;
  }
  .history-bars svg {
    display: block;
    width: 100%;
    height: 24px;
    fill: var(--none);
  }
  .up {
    --mark: var(--up);
    fill: var(--up);
  }
  .partly {
    fill: var(--partly);
  }
  .down {
    --mark: var(--down);
    fill: var(--down);
  }
  .maintenance {
    --mark: var(--maintenance);
    fill: var(--maintenance);
  }
  .history-bars p {
    display: flex;
    justify-content: space-between;
    gap: 8px;
    color: var(--none);
    font-size: 0.86em;
  }
`;
