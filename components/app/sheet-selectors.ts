import { css } from 'lit';

/** What stands as a sheet where there is room for one only; a list of selectors, each with a weight of its own. */
export const sheets = css`
  hw-chat,
  hw-relay-feed,
  hw-session-log,
  hw-settings,
  hw-help,
  hw-directory:not([mode='page']),
  hw-document,
  hw-debug
`;
