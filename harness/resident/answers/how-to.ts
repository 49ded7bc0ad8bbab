import {
  type HelpGroup,
  gamepad,
  mouse,
  other,
  singleKeys,
  touch,
  walking,
} from '../../../data/view/help-rows.ts';
import { EXPORT } from './about.ts';
import type { Question } from '../question.ts';

const groups: readonly HelpGroup[] = [walking, mouse, singleKeys(true), other(true), touch, gamepad];

const titled = ({ title, rows }: HelpGroup): string =>
  `${title}:\n${rows.map(([key, effect]) => `- **${key}**: ${effect}`).join('\n')}`;

/** The rows of the help whose effect matches, below the titles of their groups. */
export const helpOn = (effects: RegExp): string =>
  groups
    .map((group) => ({ ...group, rows: group.rows.filter(([, effect]) => effects.test(effect)) }))
    .filter(({ rows }) => rows.length > 0)
    .map(titled)
    .join('\n\n');

const NIGHT = 'It is night here at every hour, so that glowing words can be read; there is no light mode.';
const SOUND_WORDS =
  'sound|music|audio|not hear|hear nothing|mute|unmute|silence|quiet|volume|noise|(?<!out )loud|louder|quieter|humming';
const SOUND =
  'Sound is switched on and off with M or in the header’s menu “More”; how loud the ambience, the portals, the effects and the voice are, in the settings.';

/** Things that are not in the settings, or not only there. */
const absent: Readonly<Record<string, string>> = {
  [SOUND_WORDS]: SOUND,
  'text|fonts?|letters|writing|schrift':
    'The words grow with the zoom of your browser: Ctrl and + (on a Mac ⌘ and +); on a phone, with the text size in the menu of the browser or the settings of the phone. In the world, + and − or the wheel look nearer, and on a touch screen two fingers.',
  'languages?|sprache|german|deutsch|french|spanish':
    'The pages are in English only. In this chat I understand the commonest German words, and answer in English.',
  'celsius|fahrenheit': 'In this chat, the weather has both degrees.',
  '(?:dark|light|day|night) (?:mode|theme)|dark|darker|bright|brighter|brightness|night|daylight|daytime|make it day|light on':
    NIGHT,
};

/** Tasks of a visitor: keys and gestures of the help, or where the button is. */
const tasks: Readonly<Record<string, string>> = {
  'nothing happens|do(?:es)? nothing|not work|can not (?:move|walk)|(?:am|are|is) stuck|will not (?:move|walk)': `If keys do nothing, click into the world first: the keys go to a field or a menu while it is open, and Esc closes it. The settings can switch off the single keys.\n\n${titled(walking)}`,
  'menu|header|(?<!without (?:\\w+ )*)buttons|settings': `The menu “More” is in the header. With the keyboard: Esc closes what is open, Shift Tab leaves the world, then Tab goes on to “More”, and Enter opens it.\n\n${helpOn(/button or field|close what is open/)}`,
  'edge|fall|off the island|leave the island':
    'You cannot fall: the island ends where you can walk no farther. Other worlds are behind the portals.',
  'leave|exit|quit|get out|out of': helpOn(/leave|gives it back/),
  '(?:no|without) (?:(?:a|any|my) )?mouse|(?:only|just) (?:(?:a|the|my) )?keyboard|keyboard (?:only|alone)': `${titled(walking)}\n\n${titled(other(true))}`,
  '(?:no|without) (?:(?:a|any|my) )?keyboard': [mouse, touch, gamepad].map(titled).join('\n\n'),
  'no (?:3d|webgl|picture)|black|(?:only|just) text':
    'Without WebGL the home is a text with the same content, so look whether the settings of your browser switch graphics off, or try another browser. The heartbeat page, `/heartbeat.html`, needs no graphics.',
  'slow|laggy?|lags|lagging|fps|stutters?|blurry|choppy|fan|battery':
    'The quality of the picture is in the settings, which you open from the header’s menu “More”. Without a graphics card the picture is coarser while it moves. The heartbeat page, `/heartbeat.html`, has the same readings without a picture.',
  dark: NIGHT,
  'cursor|pointer|mouse': helpOn(/captur/),
  'gamepad|controller|joystick|xbox|playstation': titled(gamepad),
  'vr|headsets?|webxr|virtual reality':
    'There is no mode for VR headsets: the world is for a screen, on a computer, phone or tablet, with keyboard, mouse, touch or gamepad.',
  'wave|greet|say hello': helpOn(/gesture/),
  'touch|touch ?screen|(?:tele|smart|cell)?phone|tablet|fingers?|thumbs?|mobile|ipad|iphone|android':
    titled(touch),
  'photos?|pictures?|photograph|fotografier\\w*|screenshots?': `${helpOn(/photo/)}\n\nA picture is as large as the screen, or two or four times as large along each edge, or has 1200 × 630 pixels for a link or 1080 × 1920 for a phone. You can save it as a file, copy it, or share it; the home keeps none.`,
  'record|film|video': `${helpOn(/time-lapse/)}\n\nA time-lapse can be recorded as a clip with the button in its bar.`,
  'time lapse|timelapse|replay': helpOn(/time-lapse/),
  'overview|map|orbit|above|from the top|birds?': helpOn(/overview|orbit/),
  'zoom|closer|nearer|up close|closely': helpOn(/zoom|nearer|clos/),
  [SOUND_WORDS]: SOUND,
  '(?:no|without|disabled?|off) (?:java ?)?scripts?|(?:no|without) js|java ?scripts? (?:off|disabled)':
    'The world needs scripts. Without them, the heartbeat page, `/heartbeat.html`, shows the same readings.',
  'listen|hear|aloud|out loud|podcast':
    '“Podcast of the day” tells the day in two minutes, “Soul, read aloud” the oath: both in the header’s menu “More”.',
  'export|save|speichern|download|markdown': EXPORT,
  'share|link|send this view':
    '“Share this view” in the menu “More” of the header gives a link to what you see just now.',
  'voice|microphone|mic':
    'The microphone beside the field of the chat takes what you say, in browsers that can recognise speech.',
  'close|go back|stop (?:this|the) (?:view|photo|chat|overview|time lapse)': helpOn(/leave|gives it back/),
  'chat|talk|speak': helpOn(/chat|talk/),
  'enter|(?:go|get|walk) through|portals?|doors?|gates?': helpOn(/enter/),
  'read (?:it|this|the|a)|books?': helpOn(/read/),
  'look|turn(?! (?:\\w+ ){0,2}(?:off|on)\\b)|rotate': helpOn(/look|turn/),
  'jump|fly|springen|fliegen': `You walk here: there is no key to jump or to fly.\n\n${titled(walking)}`,
  'faster|walk|move|run|get around|navigate|interact|play': `${titled(walking)}\n\n${helpOn(/stick|look around|drag/)}`,
};

/** How to leave: a view, or the home. */
export const leave = ({ isOwner }: Pick<Question, 'isOwner'>): string =>
  `To leave this home, close its tab: ${isOwner ? 'your sign-in as the owner lasts until you sign out at `/door`' : 'visitors are signed in nowhere'}, and nothing runs on. To another world you leave through a portal: walk up to it and press F, or tap its button. Back to where you came from goes the back button of your browser.\n\nTo leave a view or the chat:\n\n${helpOn(/leave|gives it back/)}`;

/** Settings of the owner, and where they are. Those of a visitor are in the page's settings. */
const ownerSettings: Readonly<Record<string, string>> = {
  'weather|place|location|city|town|latitude|longitude|temperature|time zone|timezone':
    'the place of the weather: `weather.latitude` and `weather.longitude`, its name and its time zone in `config.json`',
  'relays?|nostr|feed': 'the relays: `relays` in `config.json`',
  'chain|blocks?|bitcoin|node': 'where the block height comes from: `chain.url` in `config.json`',
  'agents?|bots?|team': 'the agents: `codeHost.agents` in `config.json` and `agent-status.json`',
  'repository|repositories|git|gitea|forgejo|github|gitlab|code|commits':
    'whose commits are shown: `codeHost` in `config.json` for a Gitea or Forgejo, or `--repo` for a folder with a git repository',
  'hid(?:e|den|ing) .*\\bfrom|private|strangers?|access|friends?|password|public|locked?|see my home':
    'who sees the home: `access` in `config.json`, and read-only links with `home-world owner link`',
  'tokens?|secrets?|credentials?':
    'secrets: environment variables, such as `HOME_WORLD_CODE_HOST_TOKEN` for the code host; no file has them',
  port: 'the port: `--port`, 4200 without it',
  'portals?|doors?|gates?|destination':
    'the portals: `public/portals.json` in the data folder (`.home-world`), with the fields of `docs/portals.md`',
  'oath|soul': 'the oath: `soul.md`',
  'chat (?:for|of|between) (?:the )?visitors|visitors? chat|together|multiplayer':
    'what visitors do together: `together` in `config.json`, with `docs/together.md`',
  'sovereignty|score':
    'the sovereignty figure: `sovereignty-status.json`, in place of the one that is counted',
  'ambient|tune': 'the ambient sound: `ambient.mp3`',
  'persona|personality': 'who I am: `persona.md`, for a model',
  'panels?|modules?|objects?|plugins?|extensions?|extend':
    'panels and objects of their own: `modules` in `config.json`, with the steps of `docs/modules.md`',
  '(?:your|resident) name|rename you': 'my name: `resident.name` in `config.json`',
  'name|rename|title': 'the name of the home: `appName` in `config.json`',
};
/** Settings of a visitor, as `docs/settings.md` names them. */
const ownSettings: Readonly<Record<string, string>> = {
  'motion|movements?|moves|moving|animations?|dizzy|(?:sea|motion ?)?sick|calmer|headache|nausea|camera|flash\\w*|bewegung':
    '“Motion”, reduced, lets the camera jump instead of fly and the sky stand still, and nothing flashes.',
  'quality|graphics|resolution|effects|shadows|picture|laggy?|slow|slower|fan|hot|battery|smooth\\w*|lighter|jerky|fps|ruckelt|grafik\\w*':
    'A lower “Quality” or “Resolution”, or no “Effects”, makes the picture lighter for the device.',
  'my name': '“My name” is what other visitors read beside your light.',
  'shortcuts?|keys?': '“Shortcuts” switches the single keys off.',
  'captions?|subtitles?': '“Captions” shows spoken words as text.',
  'look speed|sensitivity|mouse': '“Look speed” is how fast the view turns, and it can be inverted.',
  'field of view|fov': '“Field of view” is how wide you see.',
  '(?:hide|turn off|switch off|see) .*(?:others?|visitors?|lights?|me)|hide':
    '“Show me to others” and “Show others” switch the lights of visitors off.',
};

const OF_SETTINGS =
  /\b(?:settings?|setings?|sttings?|options?|preferences|config\w*|environment|einstell\w*|umstell\w*)\b/;

const allFound = (texts: Readonly<Record<string, string>>, plain: string): string[] =>
  Object.entries(texts).flatMap(([words, text]) =>
    new RegExp(`\\b(?:${words})\\b`).test(plain) ? text : [],
  );
const found = (texts: Readonly<Record<string, string>>, plain: string): string | undefined =>
  allFound(texts, plain)[0];

const keys = [walking, mouse, singleKeys(true)].map(titled).join('\n\n');
/** Matches a question such as “how do I open a bank account”. */
const TO_DO =
  /^(?:(?:how|where|can|could|may) (?:do|can|could|would|should|to|i|we)|is there any? way|is it possible)\b(?!.*\b(?:controls?|keys?|keyboard|shortcuts?|buttons?)\b)/;

/** “What does the key T do?”, “and G?” */
const KEY =
  /^(?:and|what about|how about) (?:the )?(?:key )?([a-z])(?= |$)|\bwhat (?:does|is) (?:the )?(?:(?:key|pressing|press|hitting) )*([a-z]) (?:key )?(?:do|for)\b|\bwhen i (?:press|hit) (?:the )?(?:key )?([a-z])\b(?! \w)/;

/** How to do something on this page; undefined for something that is not done on a page. */
export function controls({ plain }: Pick<Question, 'plain'>): string | undefined {
  const [, after, asked, pressed] = KEY.exec(plain) ?? [];
  const key = (after ?? asked ?? pressed)?.toUpperCase();
  if (key === undefined) return found(tasks, plain) ?? (TO_DO.test(plain) ? undefined : keys);
  const row = groups.flatMap(({ rows }) => rows).find(([keys]) => keys.split(/[ ,]+/).includes(key));
  return row ? `**${row[0]}**: ${row[1]}.` : `${key} does nothing here. **?** lists all the keys.`;
}

/** Who can change a setting, and where. */
export function setup({ plain }: Question): string | undefined {
  const setting = /\bmy name\b/.test(plain) ? undefined : found(ownerSettings, plain);
  if (setting) {
    const page = setting.includes('docs/') ? '' : ' `docs/configuration.md` says how.';
    return `The owner of this home sets ${setting}.${page}`;
  }
  const without = found(absent, plain);
  if (without) return without;
  const own = found(ownSettings, plain);
  if (own)
    return `${own} That is in the settings, which you open from the header’s menu “More”; they apply to this browser.`;
  return OF_SETTINGS.test(plain)
    ? 'Visitors open their settings from the header’s menu “More”: `docs/settings.md`. The owner of this home sets everything else in `config.json`; `docs/configuration.md` explains every field.'
    : undefined;
}

export const ownHome = ({ plain }: Question): string =>
  (/\bwith(?:out| no) (?:a )?(?:docker|containers?)\b/.test(plain)
    ? 'It needs no container. '
    : /\b(?:docker|containers?|compose|tls|https|server|vps|kubernetes)\b/.test(plain)
      ? '`docker compose up -d --build main` runs the home with nginx, and `--profile tls` adds TLS; `docs/deploying.md` has the steps for a server. '
      : '') +
  (/\b(?:node|npm|windows|mac|macos|linux|require\w*|versions?)\b/.test(plain)
    ? 'It needs git and npm 10 or newer; npm installs the Node that it needs. '
    : '') +
  'To start your own home, run `npm install` and `npm start` in a copy of Home World. Its README has the steps, `docs/deploying.md` those for a server. A small machine with 1 GB of memory is enough; it needs no graphics card.';
export const signIn = (): string =>
  'The owner signs in at `/door`, with a passkey or with the code that `home-world owner code` prints; `docs/door.md` has the steps. Visitors need no sign-in.';
export const upkeep = (): string =>
  'The owner updates, backs up and restores the home with the command `home-world`: `docs/operations.md` has the steps.';
/** What an agent does with a home, or its owner with an agent. */
const withAgents: Readonly<Record<string, string>> = {
  'letters?|write to|message|messages':
    'The owner writes to an agent session at `/door`, with “Write to an agent”: `docs/door.md`. Which programs take letters is in `docs/agents.md`.',
  'ask|asks|approve|approval|allow|deny|permissions?|decide|decisions?|(?<!\\bagents? (?:\\w+ )*)answer (?:it|them|him|her|that|my agents?)':
    'What your agents ask you, you answer at `/door`, also on a phone: `docs/door.md`.',
  'mcp|move in|moves in|live here|join|answer|resident|einziehen':
    'To let your agent live and answer here, see `docs/agent-as-resident.md`.',
};
export const ownAgent = ({ plain }: Pick<Question, 'plain'>): string =>
  found(withAgents, plain) ??
  'An agent reports what it does with `home-world emit`, from a shell, Claude Code or any other program: `docs/agents.md` has the steps. What your agents ask you, you answer at `/door`, also on a phone. Your agent can also answer here in my place.';
export const ownModel = (): string =>
  'The owner attaches a model with one flag at the start, for example `npm start -- --local-model local/qwen3` for Ollama; `docs/resident.md` has every provider.';
export const app = (): string =>
  'A browser can install this home as an app, on a phone or a computer: `docs/offline.md`. Without a network it opens with the last readings and their age.';
export const usage = (): string =>
  'Tokens, money and the windows of the owner’s agents are at `/door`, “Usage of your agents”, and in `home-world usage`; only the owner sees them, and I do not. `docs/usage.md` has the lines to set for Claude Code, Codex and Gemini CLI.';
export const repositories = (): string =>
  'A home can show up to eight repositories, also of several code hosts: the owner makes `codeHost` in `config.json` a list. `docs/configuration.md` has the steps.';
export const notices = (): string =>
  'The home sends notices to phones and computers: the owner turns them on at `/door` on each device, “Notices on this device”; an iPhone needs the home on its Home Screen. `docs/push.md` has the steps. It sends no mail.';
export const asText = (): string =>
  'Yes: “Home as text” in the header’s menu “More” has the whole home as text, for screen readers too. The heartbeat page, `/heartbeat.html`, has the readings without a picture.';

const WIDGETS =
  'Other pages show readings with elements such as `<hw-commits>` and `<hw-agents>`: `/widgets.html` gives you the code to copy, and the owner names these pages in `allowedOrigins`; `docs/embedding.md` tells more.';
const JSON_READINGS =
  'Programs find all readings at `/api/status.json`, and one at `/api/readings/<name>.json`; `docs/api.md` tells more.';
const NEWS = '`/feed.xml` is an RSS feed of the merges, milestones and incidents; `docs/api.md` tells more.';
/** Ways to show the readings elsewhere. */
const elsewhere: Readonly<Record<string, string>> = {
  'metrics|prometheus|grafana|scrape':
    'Metrics for Prometheus are at `/metrics`, once the owner has set a secret for them: `docs/operations.md`.',
  'rss|atom|feeds?|reader|subscribe': NEWS,
  'badges?|readme|images?':
    'Badges are images such as `/badge/agents.svg`, for a README, a wiki or a mail; `docs/api.md` has them all.',
  'llms|language models?': '`/llms.txt` tells language models about this home; `docs/api.md` tells more.',
  'chat(?:s|ting)?|talk|converse':
    'Visitors of another page talk with me in the element `<hw-chat>`, if the owner names that page in `allowedOrigins`: `docs/embedding.md` has the lines.',
  'world|3d|island': `The world itself shows on no other page; its readings do. ${WIDGETS}`,
  'i ?frames?|notion|confluence':
    'A page that takes frames shows a reading with an address such as `/embed/agents`; `docs/api.md` tells more.',
  'widgets?|embed\\w*|blog|html|sites?|website|homepage|webseite|seite|page|pages|sidebar|wordpress|wiki':
    WIDGETS,
  'json|api|apii|rest|endpoints?|webhooks?|scripts?|programs?|url|fetch|curl|dashboard': JSON_READINGS,
};
export const programs = ({ plain }: Pick<Question, 'plain'>): string => {
  const texts = [...new Set(allFound(elsewhere, plain))];
  return (texts.length > 0 ? texts.slice(0, 2) : [JSON_READINGS, NEWS, WIDGETS]).join('\n\n');
};
