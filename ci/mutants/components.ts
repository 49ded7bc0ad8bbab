export const componentMutants = {
  'components/notices/narrator-error.ts': [
    [
      '        background: color-mix(in srgb, var(--hw-error) 38%, var(--hw-panel-background));\n',
      '        background: var(--hw-panel-background);\n',
    ],
    [' var(--hw-error);', ' var(--hw-text);'],
    ['const SHOWN_MS = 12_000;', 'const SHOWN_MS = 12;'],
    ['role="alert"', 'role="note"'],
  ],
  'components/notices/offline-banner.ts': [
    ["'network back': 'The network is back.", "'network back': 'Back."],
    ['      this.#told = missing;\n', ''],
    ['role="status"', 'role="none"'],
  ],
  'components/notices/news-text.ts': [
    ['const MAX_NAMES = 2;', 'const MAX_NAMES = 3;'],
    ["others > 1 ? 's' : ''", "'s'"],
    ['commits.toReversed()', 'commits'],
    ['title.startsWith(`${merge} (#`)', 'title.startsWith(merge)'],
  ],
  'components/feed/relay-feed.ts': [
    ["'Waiting for relay events. None has arrived yet.'", "''"],
    ["event.kind === ZAP_KIND ? 'zap' : ''", "''"],
    ["event.content.includes(amount) ? '' : amount", 'amount'],
    ["relay.state === 'open' ? '●' : '○'", "'●'"],
  ],
  'components/feed/session-log.ts': [
    ['slice(-MAX_ENTRIES).reverse()', 'slice(-MAX_ENTRIES)', 'test/components/feed/session-log.test.ts'],
    [
      'const MAX_ENTRY_CHARACTERS = 400;',
      'const MAX_ENTRY_CHARACTERS = 40_000;',
      'test/components/feed/session-log.test.ts',
    ],
    ["entries.length === 1 ? 'entry' : 'entries'", "'entries'", 'test/components/feed/session-log.test.ts'],
  ],
  'components/chat/chat-actions.ts': [
    [
      "status === 'stopped' || status === 'failed'",
      "status === 'failed'",
      'test/components/chat/answers.test.ts',
    ],
    ["role === 'resident' && text !== ''", "text !== ''", 'test/components/chat/answers.test.ts'],
    ["'Ask again' : 'Send again'", "'Send again' : 'Send again'", 'test/components/chat/answers.test.ts'],
  ],
  'components/app/header-buttons.ts': [
    [
      "pressed === undefined ? nothing : pressed ? 'true' : 'false'",
      "pressed ? 'true' : nothing",
      'test/components/app/header.test.ts',
    ],
    [
      "disabled: state.world.status.get().phase !== 'ready',",
      'disabled: false,',
      'test/components/app/header.test.ts',
    ],
  ],
} as const;
