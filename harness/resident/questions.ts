import { plainWords } from './words.ts';

/** Questions that are recognised by the pattern of the whole message. */
export type Question =
  | 'link'
  | 'setup'
  | 'go'
  | 'controls'
  | 'privacy'
  | 'most'
  | 'since'
  | 'act'
  | 'why'
  | 'maker'
  | 'alive'
  | 'explain'
  | 'oath';

const UNIT = '(?:hours?|days?|weeks?|months?)';
const TIME = `(?:today|yesterday|lately|tonight|since|this (?:morning|week|month)|last (?:night|week|month)|(?:last|past) (?:\\w+ )?${UNIT}|(?:mon|tues|wednes|thurs|fri|satur|sun)day)`;
const NEWS =
  '(?:new|news|changed?|changes|happen(?:ed|s)?|miss(?:ed)?|did|done|committed|commits|merged|progress)';
const PAGE_THINGS =
  '(?:photos?|picture|photograph|screenshot|overview|map|orbit|time lapse|timelapse|replay|chat|sound|music|film|video|gamepad|controller|touch|mouse|keyboard|fullscreen)';
const PAGE_ACTIONS =
  '(?:walk|move|run|turn|look|jump|fly|zoom|enter|leave|exit|quit|close|get out|go back|talk|speak|read|listen|hear|mute|unmute|silence|record|export|save|download|share|link)';
const SCENE_THINGS =
  '(?:lightning|arcs?|pylons?|sparks?|columns?|matrix|cloths?|banners?|flags?|beam|constellations?|stars?|rhombs?|diamonds?|floating|arches|runes?|yellow|golden|floor|rings?)';
const ACTIONS =
  '(?:merge|deploy|restart|reboot|delete|remove|buy|order|send|mail|email|call|book|push|commit|revert|install|update|upgrade|open a|close the|create|make|build|run|start|stop|kill|fix|implement|refactor|review|pay|zap|post|publish|schedule|remind)';

/**
 * The first pattern that matches decides. It is compared with the result of `plainWords`, joined by
 * single spaces.
 */
const patterns: readonly (readonly [Question, string])[] = [
  [
    'setup',
    `\\b(?:how|where|can|could|may|which)\\b.*\\b(?:install|my own|change|set|configure|edit|add)\\b`,
  ],
  [
    'setup',
    `\\b(?:how|where|can|could|may|which)\\b.*\\b(?:replace|rename|customi[sz]e|adjust|turn (?:up|down)|switch (?:on|off))\\b`,
  ],
  ['setup', `\\b(?:config|configuration|settings?|configure)\\b|^(?:please )?set (?:the|my)\\b`],
  ['go', `\\b(?:take|bring|fly|lead|guide|walk|carry|warp|teleport|get) (?:me|us)\\b`],
  ['go', `^(?:please )?(?:go|fly|travel|warp|teleport) (?:to|into|through)\\b`],
  [
    'go',
    `\\b(?:want|like|love|wish|let|can i|may i|can we) (?:to |us )?(?:go|visit|travel|fly|walk) (?:to|into)\\b`,
  ],
  [
    'go',
    `\\bhow (?:do|can|could|would) (?:i|we|one) (?:get|go|come|travel|fly) (?:to|into|through|there)\\b`,
  ],
  ['go', `\\bhow to (?:get|go|come|travel) (?:to|into|there)\\b|\\b(?:way|path|route) to\\b`],
  ['go', `\\bwhere (?:is|are) (?:the|your) [a-z ]{3,40}$|\\bwhere (?:can|do) (?:i|we) find\\b`],
  ['controls', `\\b(?:how|which (?:key|button)|what (?:key|button)|where|can i)\\b.*\\b${PAGE_THINGS}\\b`],
  ['controls', `\\b(?:how|which (?:key|button)|what (?:key|button)|where|can i)\\b.*\\b${PAGE_ACTIONS}\\b`],
  ['controls', `\\b(?:controls?|keys?|keyboard|shortcuts?|hotkeys?|buttons?|gamepad|joystick|wasd)\\b`],
  ['controls', `\\bwhat does (?:the )?[a-z] (?:key )?do\\b`],
  ['controls', `\\bhow (?:do|can) i (?:get around|navigate|play|interact)\\b`],
  ['controls', `^(?:please )?(?:turn (?:on|off|up|down)|play|mute|unmute|record|film|take a|zoom)\\b`],
  [
    'controls',
    `^(?:please )?(?:start the time|show (?:me )?the time lapse|read (?:me )?the day|stop the (?:music|sound))\\b`,
  ],
  ['privacy', `\\b(?:privacy|personal data|my (?:data|messages|chat)|about me|tracking|cookies?|gdpr)\\b`],
  ['privacy', `\\b(?:forget|remember) me\\b`],
  [
    'privacy',
    `\\b(?:store|save|keep|log|record|remember|read|see|share)\\b.*\\bwhat (?:i|we) (?:say|said|write|wrote|type|typed)\\b`,
  ],
  [
    'most',
    `\\b(?:who|(?:which|what) (?:agent|bot|author|person|one))\\b.*\\b(?:most|busiest|hardest|top)\\b`,
  ],
  ['most', `\\b(?:most active|most productive|busiest|leaderboard)\\b`],
  ['most', `\\btop (?:committers?|contributors?|authors?|agents?)\\b`],
  ['most', `\\bwho (?:has |have )?(?:committed|commits|pushed|contributed|wrote code|coded)\\b`],
  ['since', `\\b${NEWS}\\b.*\\b${TIME}\\b|\\b${TIME}\\b.*\\b${NEWS}\\b`],
  [
    'since',
    `\\bwhat (?:is|are) (?:the )?(?:new|news)$|\\b(?:any|the) (?:news|updates?)\\b|\\bcatch me up\\b`,
  ],
  ['since', `\\b(?:did|have|has) i miss(?:ed)?\\b|\\bwhile i was (?:away|gone|asleep)\\b`],
  ['since', `\\bhow many (?:new )?(?:commits|pull requests|prs|merges)\\b`],
  [
    'act',
    `^(?:please |can you |could you |would you |will you |i want you to |you should |now )*(?:please )?${ACTIONS}\\b`,
  ],
  ['why', `\\b(?:why|how come|explain|means?|meaning|calculated|computed|counted|measured)\\b.*\\bsovereign`],
  [
    'why',
    `\\b(?:why|how come|explain|means?|calculated|computed|counted)\\b.*\\b(?:percent|percentage|score|\\d+)\\b`,
  ],
  [
    'why',
    `\\b(?:sovereign\\w*|percent|percentage|score)\\b.*\\b(?:why|means?|calculated|computed|counted|measured)\\b`,
  ],
  [
    'why',
    `\\b(?:sovereign\\w*|score)\\b.*\\b(?:comes? from|made of)\\b|\\bwhat (?:is|does) (?:the )?\\d+(?: percent)?(?: mean)?$`,
  ],
  [
    'maker',
    `\\bwho (?:made|built|created|wrote|programmed|designed|invented) (?:you|this|it|the (?:home|world|site))\\b`,
  ],
  [
    'maker',
    `\\bwho (?:owns|runs|hosts|operates|pays for) (?:you|this|it|the (?:home|house|world|place|site))\\b`,
  ],
  [
    'maker',
    `\\bwho (?:is|are) (?:your|the) (?:maker|creator|author|owner|boss|master|developers?|operator|host)\\b`,
  ],
  [
    'maker',
    `\\bwho do you (?:work for|belong to|serve)\\b|\\bwhose (?:home|house|world|place|site) is this\\b`,
  ],
  ['maker', `\\byour (?:maker|creator|owner)$|\\bwhere do you come from\\b|\\b(?:open source|licen[cs]e)\\b`],
  [
    'alive',
    `\\bare you (?:alive|awake|there|still there|conscious|sentient|dead|sleeping|asleep|running|online)\\b`,
  ],
  ['alive', `\\bdo you (?:feel|sleep|dream|think|live|exist)\\b|\\bhow (?:old are|long have) you\\b`],
  ['alive', `\\b(?:anybody|anyone|somebody|someone) (?:there|home|here)\\b`],
  ['explain', `\\bwhere am i\\b|\\bwhat (?:am i looking at|do i see)\\b`],
  ['explain', `\\bwhat is this(?: (?:place|world|home|site|page))?$`],
  ['explain', `\\bhow does (?:this|the) (?:home|world|place|site|page) work\\b`],
  [
    'explain',
    `\\bwhat (?:is|are|does|do)\\b.*\\b${SCENE_THINGS}\\b|\\bwhat (?:does|do) (?:working|idle|dormant|dead)\\b`,
  ],
  ['explain', `^why (?:is|are|does|do)\\b.*\\b${SCENE_THINGS}\\b`],
  [
    'explain',
    `^(?:what (?:is|are) (?:a )?zaps?|what does (?:a )?zap mean|how (?:do|can) i (?:send (?:a )?)?zaps?(?: .*)?)$`,
  ],
  ['oath', `\\b(?:oath|vow|pledge|creed|soul|promises?|principles|values|manifesto)\\b`],
  ['oath', `\\bwhat do you (?:stand for|believe)\\b|\\bwhat (?:is|does) (?:written )?on the stone\\b`],
];
const compiled = patterns.map(([question, pattern]) => [question, new RegExp(pattern)] as const);

/** The question that a message asks; undefined if no pattern matches. */
export function questionOf(text: string): Question | undefined {
  if (/https?:\/\/\S|\bwww\.\S/i.test(text.slice(0, 2_000))) return 'link';
  const plain = plainWords(text).join(' ');
  return compiled.find(([, pattern]) => pattern.test(plain))?.[0];
}
