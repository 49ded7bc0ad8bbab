import {
  type HelpGroup,
  gamepad,
  mouse,
  other,
  singleKeys,
  touch,
  walking,
} from '../../data/view/help-rows.ts';

const groups: readonly HelpGroup[] = [walking, mouse, singleKeys(true), other(true), touch, gamepad];

const rowsOf = (group: HelpGroup): string[] => group.rows.map(([key, effect]) => `- **${key}**: ${effect}`);

const titled = (group: HelpGroup, rows: readonly string[]): string => `${group.title}:\n${rows.join('\n')}`;

/** The rows of the help whose effect matches, below the titles of their groups. */
function helpOn(effects: RegExp): string {
  return groups
    .map((group) => [group, group.rows.filter(([, effect]) => effects.test(effect))] as const)
    .filter(([, rows]) => rows.length > 0)
    .map(([group, rows]) => titled(group, rowsOf({ ...group, rows })))
    .join('\n\n');
}

/** Tasks of a visitor: the keys and gestures from the help, or else where the button is. */
const tasks: readonly (readonly [words: RegExp, answer: () => string])[] = [
  [/\b(?:gamepad|controller|joystick)\b/, () => titled(gamepad, rowsOf(gamepad))],
  [/\b(?:touch|phone|tablet|finger|fingers)\b/, () => titled(touch, rowsOf(touch))],
  [/\b(?:photo|photos|picture|photograph|screenshot)\b/, () => helpOn(/photo/)],
  [
    /\b(?:record|film|video)\b/,
    () => `${helpOn(/time-lapse/)}\n\nA time-lapse can be recorded as a clip with the button in its bar.`,
  ],
  [/\b(?:time lapse|timelapse|replay)\b/, () => helpOn(/time-lapse/)],
  [/\b(?:overview|map|orbit)\b/, () => helpOn(/overview|orbit/)],
  [/\b(?:zoom|closer|nearer)\b/, () => helpOn(/nearer|clos/)],
  [
    /\b(?:sound|music|mute|unmute|silence|volume)\b/,
    () => 'Sound is switched on and off in the header; how loud it is, in the settings.',
  ],
  [
    /\b(?:listen|hear|aloud|podcast)\b/,
    () =>
      '“Podcast of the day” tells the day in two minutes, “Soul, read aloud” the oath: buttons of the header, on a phone in its menu “More”.',
  ],
  [
    /\b(?:export|save|download)\b/,
    () => '“Export session” in the header, on a phone in its menu “More”, saves this conversation as a file.',
  ],
  [
    /\b(?:share|link)\b/,
    () => '“Share this view” in the menu “More” of the header gives a link to what you see just now.',
  ],
  [/\b(?:leave|exit|quit|close|get out|go back|stop)\b/, () => helpOn(/leave|gives it back/)],
  [/\b(?:enter|portal|portals|door|gate)\b/, () => helpOn(/enter/)],
  [/\b(?:read|book|books)\b/, () => helpOn(/read/)],
  [/\b(?:chat|talk|speak)\b/, () => helpOn(/chat|talk/)],
  [/\b(?:look|turn)\b/, () => helpOn(/look|turn/)],
  [
    /\b(?:walk|move|run|jump|fly|get around|navigate|interact|play)\b/,
    () => [titled(walking, rowsOf(walking)), helpOn(/stick|look around|drag/)].join('\n\n'),
  ],
];

/**
 * How to do something on this page.
 * @param plain The message as plain words.
 */
export function controlsAnswer(plain: string): string {
  const single = /\bwhat does (?:the )?([a-z]) (?:key )?do\b/.exec(plain)?.[1]?.toUpperCase();
  if (single !== undefined) {
    const row = groups.flatMap(({ rows }) => rows).find(([key]) => key.split(/[ ,]+/).includes(single));
    return row ? `**${row[0]}**: ${row[1]}.` : `${single} does nothing here. **?** lists all the keys.`;
  }
  const task = tasks.find(([words]) => words.test(plain));
  if (task) return task[1]();
  return [walking, mouse, singleKeys(true)].map((group) => titled(group, rowsOf(group))).join('\n\n');
}

/** Settings of the owner, and where they are. Those of a visitor are in the page's settings. */
const ownerSettings: readonly (readonly [words: RegExp, what: string, where: string])[] = [
  [
    /\b(?:weather|place|location|city|town|latitude|longitude|temperature)\b/,
    'the place of the weather',
    '`weather.latitude` and `weather.longitude` in `config.json`',
  ],
  [/\b(?:relay|relays|nostr|feed)\b/, 'the relays', '`relays` in `config.json`'],
  [
    /\b(?:chain|block|blocks|bitcoin|node)\b/,
    'where the block height comes from',
    '`chain.url` in `config.json`',
  ],
  [
    /\b(?:agent|agents|bot|bots|team)\b/,
    'the agents',
    '`codeHost.agents` in `config.json` and `agent-status.json`',
  ],
  [
    /\b(?:repo|repository|git|gitea|forgejo|code|commits)\b/,
    'whose commits are shown',
    '`codeHost` in `config.json`, or `--repo` for a folder',
  ],
  [/\b(?:portal|portals|door|doors|gate|gates|destination)\b/, 'the portals', '`portals.json`'],
  [/\b(?:oath|soul)\b/, 'the oath', '`soul.md`'],
  [
    /\b(?:sovereignty|score)\b/,
    'the sovereignty figure',
    '`sovereignty-status.json`, in place of the one that is counted',
  ],
  [/\b(?:panel|panels|module|modules)\b/, 'panels of their own', '`modules` in `config.json`'],
  [/\b(?:ambient|tune)\b/, 'the ambient sound', '`ambient.mp3`'],
  [/\b(?:your|resident) name\b|\brename you\b/, 'my name', '`resident.name` in `config.json`'],
  [/\b(?:name|title)\b/, 'the name of the home', '`appName` in `config.json`'],
];
const VISITOR_SETTINGS =
  /\b(?:quality|graphics|resolution|effects|sound|music|volume|mute|motion|animations?|shortcuts?|keys?|text size|speed|brightness|dark|light|settings?)\b/;

/** Who can change a setting, and where. */
export function setupAnswer(plain: string): string {
  if (/\b(?:install|own (?:home|copy|one|server))\b/.test(plain))
    return 'To start your own home, run `npm install` and `npm start` in a copy of Home World. Its README has the steps.';
  const setting = ownerSettings.find(([words]) => words.test(plain));
  if (setting)
    return `The owner of this home sets ${setting[1]}: ${setting[2]}. \`docs/configuration.md\` explains every field.`;
  if (VISITOR_SETTINGS.test(plain))
    return 'That is in the settings, which you open from the header: picture, motion, sound and keys. They apply to this browser.';
  return 'Visitors open their settings from the header. The owner of this home sets everything else in `config.json`; `docs/configuration.md` explains every field.';
}
