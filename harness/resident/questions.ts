import { plainWords } from './words.ts';

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
 * Questions that are recognised by the pattern of the whole message: the result of `plainWords`,
 * joined by single spaces. The first pattern that matches decides.
 */
const patterns = {
  setup: [
    `\\b(?:how|where|can|could|may|which)\\b.*\\b(?:install|my own|change|set|configure|edit|add)\\b`,
    `\\b(?:how|where|can|could|may|which)\\b.*\\b(?:replace|rename|customi[sz]e|adjust|turn (?:up|down)|switch (?:on|off))\\b`,
    `\\b(?:config|configuration|settings?|configure)\\b|^(?:please )?set (?:the|my)\\b`,
  ],
  go: [
    `\\b(?:take|bring|fly|lead|guide|walk|carry|warp|teleport|get) (?:me|us)\\b`,
    `^(?:please )?(?:go|fly|travel|warp|teleport) (?:to|into|through)\\b`,
    `\\b(?:want|like|love|wish|let|can i|may i|can we) (?:to |us )?(?:go|visit|travel|fly|walk) (?:to|into)\\b`,
    `\\bhow (?:do|can|could|would) (?:i|we|one) (?:get|go|come|travel|fly) (?:to|into|through|there)\\b`,
    `\\bhow to (?:get|go|come|travel) (?:to|into|there)\\b|\\b(?:way|path|route) to\\b`,
    `\\bwhere (?:is|are) (?:the|your) [a-z ]{3,40}$|\\bwhere (?:can|do) (?:i|we) find\\b`,
  ],
  controls: [
    `\\b(?:how|which (?:key|button)|what (?:key|button)|where|can i)\\b.*\\b${PAGE_THINGS}\\b`,
    `\\b(?:how|which (?:key|button)|what (?:key|button)|where|can i)\\b.*\\b${PAGE_ACTIONS}\\b`,
    `\\b(?:controls?|keys?|keyboard|shortcuts?|hotkeys?|buttons?|gamepad|joystick|wasd)\\b`,
    `\\bwhat does (?:the )?[a-z] (?:key )?do\\b`,
    `\\bhow (?:do|can) i (?:get around|navigate|play|interact)\\b`,
    `^(?:please )?(?:turn (?:on|off|up|down)|play|mute|unmute|record|film|take a|zoom)\\b`,
    `^(?:please )?(?:start the time|show (?:me )?the time lapse|read (?:me )?the day|stop the (?:music|sound))\\b`,
  ],
  privacy: [
    `\\b(?:privacy|personal data|my (?:data|messages|chat)|about me|tracking|cookies?|gdpr)\\b`,
    `\\b(?:forget|remember) me\\b`,
    `\\b(?:store|save|keep|log|record|remember|read|see|share)\\b.*\\bwhat (?:i|we) (?:say|said|write|wrote|type|typed)\\b`,
  ],
  most: [
    `\\b(?:who|(?:which|what) (?:agent|bot|author|person|one))\\b.*\\b(?:most|busiest|hardest|top)\\b`,
    `\\b(?:most active|most productive|busiest|leaderboard)\\b`,
    `\\btop (?:committers?|contributors?|authors?|agents?)\\b`,
    `\\bwho (?:has |have )?(?:committed|commits|pushed|contributed|wrote code|coded)\\b`,
  ],
  since: [
    `\\b${NEWS}\\b.*\\b${TIME}\\b|\\b${TIME}\\b.*\\b${NEWS}\\b`,
    `\\bwhat (?:is|are) (?:the )?(?:new|news)$|\\b(?:any|the) (?:news|updates?)\\b|\\bcatch me up\\b`,
    `\\b(?:did|have|has) i miss(?:ed)?\\b|\\bwhile i was (?:away|gone|asleep)\\b`,
    `\\bhow many (?:new )?(?:commits|pull requests|prs|merges)\\b`,
  ],
  act: [
    `^(?:please |can you |could you |would you |will you |i want you to |you should |now )*(?:please )?${ACTIONS}\\b`,
  ],
  why: [
    `\\b(?:why|how come|explain|means?|meaning|calculated|computed|counted|measured)\\b.*\\bsovereign`,
    `\\b(?:why|how come|explain|means?|calculated|computed|counted)\\b.*\\b(?:percent|percentage|score|\\d+)\\b`,
    `\\b(?:sovereign\\w*|percent|percentage|score)\\b.*\\b(?:why|means?|calculated|computed|counted|measured)\\b`,
    `\\b(?:sovereign\\w*|score)\\b.*\\b(?:comes? from|made of)\\b|\\bwhat (?:is|does) (?:the )?\\d+(?: percent)?(?: mean)?$`,
  ],
  maker: [
    `\\bwho (?:made|built|created|wrote|programmed|designed|invented) (?:you|this|it|the (?:home|world|site))\\b`,
    `\\bwho (?:owns|runs|hosts|operates|pays for) (?:you|this|it|the (?:home|house|world|place|site))\\b`,
    `\\bwho (?:is|are) (?:your|the) (?:maker|creator|author|owner|boss|master|developers?|operator|host)\\b`,
    `\\bwho do you (?:work for|belong to|serve)\\b|\\bwhose (?:home|house|world|place|site) is this\\b`,
    `\\byour (?:maker|creator|owner)$|\\bwhere do you come from\\b|\\b(?:open source|licen[cs]e)\\b`,
  ],
  alive: [
    `\\bare you (?:alive|awake|there|still there|conscious|sentient|dead|sleeping|asleep|running|online)\\b`,
    `\\bdo you (?:feel|sleep|dream|think|live|exist)\\b|\\bhow (?:old are|long have) you\\b`,
    `\\b(?:anybody|anyone|somebody|someone) (?:there|home|here)\\b`,
  ],
  explain: [
    `\\bwhere am i\\b|\\bwhat (?:am i looking at|do i see)\\b`,
    `\\bwhat is this(?: (?:place|world|home|site|page))?$`,
    `\\bhow does (?:this|the) (?:home|world|place|site|page) work\\b`,
    `\\bwhat (?:is|are|does|do)\\b.*\\b${SCENE_THINGS}\\b|\\bwhat (?:does|do) (?:working|idle|dormant|dead)\\b`,
    `^why (?:is|are|does|do)\\b.*\\b${SCENE_THINGS}\\b`,
    `^(?:what (?:is|are) (?:a )?zaps?|what does (?:a )?zap mean|how (?:do|can) i (?:send (?:a )?)?zaps?(?: .*)?)$`,
  ],
  oath: [
    `\\b(?:oath|vow|pledge|creed|soul|promises?|principles|values|manifesto)\\b`,
    `\\bwhat do you (?:stand for|believe)\\b|\\bwhat (?:is|does) (?:written )?on the stone\\b`,
  ],
} as const;

/** `link` is a message with an address. */
export type Question = 'link' | keyof typeof patterns;

const compiled = (Object.keys(patterns) as (keyof typeof patterns)[]).map(
  (question) => [question, patterns[question].map((pattern) => new RegExp(pattern))] as const,
);

/** The question that a message asks; undefined if no pattern matches. */
export function questionOf(text: string): Question | undefined {
  if (/https?:\/\/\S|\bwww\.\S/i.test(text.slice(0, 2_000))) return 'link';
  const plain = plainWords(text).join(' ');
  return compiled.find(([, forms]) => forms.some((pattern) => pattern.test(plain)))?.[0];
}
