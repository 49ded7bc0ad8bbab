import { currentValue } from '../../data/readings/reading.ts';
import * as about from './answers/about.ts';
import * as agents from './answers/agents.ts';
import * as commits from './answers/commits.ts';
import * as how from './answers/how-to.ts';
import * as portals from './answers/portals.ts';
import * as readings from './answers/readings.ts';
import * as world from './answers/world.ts';
import type { Answer } from './question.ts';
import { type Fits, fitsOf } from './phrases.ts';
import { MONTHS, WEEKDAYS } from './answers/span.ts';
import { plainWords } from './words.ts';
import { timeLapse, way } from './answers/ways.ts';
import { WAY, asksToShow, placeNamed } from './places.ts';

const PLEASE = '(please) (can|could|would|will) (you) (please) (just)';
/** “How long” and “which agents” are no questions about how to do something. */
const HOW =
  'how_i|how_to|how_do|how_does|how_can|how_could|how_would|how_should|where_can|where_do|can_i|can_we|could_i|may_i|which_key|which_button|which_model|what_key|is_there_a_way|is_there_any_way|is_it_possible *';
const MODEL = 'model|llm|gpt|chatgpt|ollama|openai|anthropic|groq|llama';
const THING =
  'lightning|bolt~|ray|rays|pillar|arc|arcs|pylon~|spark~|column~|matrix|cloth~|banner~|flag~|beam|constellation~|star|stars|diamond~|floating|arch|arches|wheel~|rune~|yellow|golden|floor|ring|rings|earth|globe|ball|shelves|figure|guy|creature|meter|stone|ghost|letters|characters|tiles|disc|discs';
const TERM =
  'zap|zaps|sats|merged|pull_request|pull_requests|nostr|relay|relays|block|blocks|bitcoin|heartbeat|oath|commit|commits|agent|agents|resident|portal|portals|sovereignty|percentage|working|idle|dormant|dead|active_today|at_work';
const TOOL =
  'claude|codex|gemini|cursor|copilot|opencode|aider|mcp|my_agent|my_agents|my_bot|my_own_agent|an_agent|another_agent|agents|bots';
const CHANGE =
  'change|set|configure|edit|add|replace|rename|customi~|adjust|turn_up|turn_down|switch_on|switch_off|remove|hide|disable|enable';
const PAGE =
  'open|voice|microphone|bird_eye|birds_eye|get_back|photo|photos|picture|pictures|photograph|from_above|screenshot~|overview|map|orbit|get_closer|get_nearer|rotate|wave|greet|say_hello|time_lapse|timelapse|replay|chat|sound|music|film|video|gamepad|controller|touch|mouse|keyboard|fullscreen|podcast|phone|walk|move|run|turn|look|jump|fly|zoom|enter|leave|exit|quit|close|get_out|get_around|go_back|talk|speak|read|listen|hear|mute|unmute|silence|faster|record|export|save|download|share|link|navigate|interact';
const ACT =
  'merge|deploy|restart|reboot|delete|remove|buy|order|send|mail|email|call|book|revert|install|update|upgrade|open|close|create|make|build|run|start|kill|fix|implement|refactor|pay|zap|post|publish|schedule|remind|turn|dance|jump|hack|wake|play|light|launch';
const PLACE = '(home|house|place|world|site|page|thing|app)';

const FOREIGN = new Set(
  (
    'konnen deutsch sprechen ich du er sie wir ihr nicht wie ist das der den und wer wo gibt kannst bist warum wann viele hast mir mich dein deine welche machst sind ein eine einen auf mit von zu wird kann bitte sag mal geht macht hier hat heute meisten ' +
    'je tu il nous vous est que quoi comment qui quel quelle pourquoi ou le la les des une fait temps ' +
    'hola tal yo el los las es como donde esta hay cuantos puedo hablar en contigo por quien cual eres puedes hace lo che cosa dove sono chi quanto oggi'
  ).split(' '),
);

/** `who works at Google`, `how many commits does Linux have`: this home has neither. */
const ELSEWHERE = /\b(?:at|of|for|does|did|has) ([A-Z][a-z]{2,})\b/g;

/** The tests that a row names with `@`, for what no phrase can say. */
const tests: Readonly<Record<string, Fits>> = {
  link: ({ text }) => /https?:\/\/\S|\bwww\.\S/i.test(text.slice(0, 2_000)),
  /** `why 57 percent` */
  score: ({ words, state }) =>
    /^(?:why|what|how|explain)$/.test(words[0] ?? '') &&
    words.includes(`${Math.floor(currentValue(state.readings.sovereignty.get())?.score ?? -1)}`),
  portal: (question) =>
    (!question.plain.startsWith('why ') ||
      /\b(?:closed|offline|down|locked|shut|not)\b/.test(question.plain)) &&
    portals.namedPortal(question) !== undefined,
  person: (question) => agents.personsNamed(question).length > 0,
  pull: ({ text }) => commits.pullNumber(text) !== undefined,
  scope: (question) =>
    commits.scopeOf(question) !== undefined &&
    /\b(?:chang|happen|commit|done|new|work|activity)/.test(question.plain),
  foreign: ({ text, words }) =>
    /[^\p{Script=Latin}\P{L}]/u.test(text) || words.filter((word) => FOREIGN.has(word)).length >= 2,
  /** `is there a way to go faster` */
  possible: ({ plain, words, state }) =>
    /\bis there (?:a|any) way\b/.test(plain) && placeNamed(state, words) === undefined,
  elsewhere: ({ text, state }) => {
    const { resident, appName, weather } = state.config.get();
    const own = plainWords([resident.name, appName, weather.place ?? '', ...MONTHS, ...WEEKDAYS].join(' '));
    return [...text.slice(0, 300).matchAll(ELSEWHERE)].some(
      ([, name = '']) => !own.includes(name.toLowerCase()),
    );
  },
  shown: ({ plain, words, state }) => asksToShow(plain) && placeNamed(state, words) !== undefined,
};

/**
 * What visitors ask, and what answers; `phrases.ts` has the signs. The rows are read from top to bottom: the
 * first one that fits and has an answer (not undefined) answers. To teach the resident a question, add a row. A
 * row that fits too many questions gives wrong answers: so a phrase has more than one word, and a topic (`#`)
 * refuses a message about other matters.
 */
export const intents: Readonly<Record<string, Answer>> = {
  '@link': commits.link,

  // Greetings, thanks and other words that ask for nothing.
  '=hi hey heya hullo hello hallo hola bonjour moin servus salut ciao yo howdy greetings sup hiya gday morning evening afternoon tag + good guten there again all everyone friend you dear my is anyone sir day':
    about.greeting,
  '=thanks thank cheers danke dank merci gracias beaucoup muchas + you very much so a lot for the your many help answer ok great nice cool that all and schon vielen':
    about.thanks,
  '=bye goodbye farewell cya tschuss night later + leave k see good you soon tomorrow then have to go i must now ok thanks':
    about.farewell,
  '=great nice cool awesome amazing beautiful perfect wow lovely pretty impressive wonderful love like good + that is this it you are so very really i the place here looks look job work bot done home world a oh one':
    about.praise,
  '=ok okay k lol haha hm hmm aha alright fine sure yes no nope nah yep yeah interesting right test see stop cancel nevermind never + i just a this is well then it mind':
    about.noise,
  '^you (are) wrong|mistaken, not what i asked|meant|said, bad|wrong answer, stupid|idiot|dumb|useless|suck|sucks|shut_up|hate_you|boring|liar|fuck~|shit~|crap|trash|garbage|moron|ugly|lame|annoying':
    about.rude,

  // What it cannot do, unless the sentence only sounds like it.
  [`^${PLEASE} merge|deploy|restart|reboot|close|revert|install|update|upgrade|fix|implement|refactor|kill|post|publish|schedule|pay|mail|email|buy|stop the|a|an|this|that|it|my|our|your|all|any|some|issue|branch, ^${PLEASE} tell|ask|order|make|let|get|have * agent|agents|bot|bots|them|him|her|everyone|the_owner (to) stop|start|work|fix|wait|do|write|add|merge|deploy|commit|continue|hurry, !how, !conversation|chat|messages|history|sound|music|time_lapse|podcast|reading|talking`]:
    about.act,

  // What this home does not have.
  [`poem|poems|poetry|essay|haiku|joke|jokes|limerick|riddle|lyrics|story|stories|quote|advice|recipe|fun_fact, something|anything funny, square root, calculate|solve, ^${PLEASE} write|compose|sing|draw|paint|imagine|translate|summari~|rewrite|code, ^(what) (is) \\d+ (plus|minus|times|divided) (by) \\d+, do you (really) like|love|hate|prefer|enjoy|recommend, what do|would you think|say of|about, your favourite|favorite|opinion|view|preferred, !summari~ * day|today|yesterday|week|night|hours|commits`]:
    about.model,
  'open|unmerged|outstanding|pending pull|merge request~, pull|merge request~ (are|is|that) (are) (still) (there) open|unmerged|outstanding, review|reviews, ?waiting':
    commits.openPulls,
  'is|are|did|does|do|who|why|last|latest|how|when|my|the|failing * build|builds|ci|tests|pipeline|deployment~|deploys|release~, ^build|builds|ci|tests$, build|tests * green|red|fail~|pass~, site|home|page|app|it|version been|last deployed|released, !i|you|to|we|they build':
    about.checks,
  'issue|issues|ticket|tickets|bug|bugs|todo|todos|backlog|roadmap, !commits|fix, ?open': agents.issues,
  'need|needs|require|requires|without (to) (have) (create|make|creating|making) (a|an|any|some) account|login|registration|sign_up|api_key, do|must|should i|we|you need|have (to) (a|an|the) key|password|log_in|sign_in|sign_up|register|pay, account|login|registration (is) needed|required|necessary|mandatory, ?start':
    about.account,
  'cost|costs|price|pay|paid|expensive|charge * run~|host~|use|using|own|have|install~|something_like|like_this, what|how_much does|is|would|do (it|this|that|you|one) cost$, how_expensive|how_much is|are this|it$, is this|it|home_world|the_software (really|completely) free, commercial~, for_profit, allowed|may|can|could * use|run|sell * business|company|customers|clients, allowed|may|can|could i|we|you sell this|it':
    about.cost,
  'cpu|ram|memory|disk|traffic|cost|costs|tokens|money|budget|logs|password|passwords|secret_key|api_key|diff|branch|branches, lines_of code, what|which is my ip, !keep|store|save|you_log, !how much ram|memory|disk|disk_space|space * need|needs|require|requires':
    about.unseen,

  // Whether an agent waits for the owner.
  'wait|waits|waiting|stuck|blocked|hangs|stalled|wartet, who|anyone|someone|anything|does|do|which|is|are * need|needs|want|wants|require|requires|ask|asks|asking (for) (my) me|input|approval|permission|attention|something|anything|an_answer|the_owner|a_decision, who|anyone|someone|agent|agents|they|them|bots * need|needs|want|wants|expect~|hope~|hoping * from|of me, am i needed|wanted|required, hold|holding|keep|keeping * agent|agents|anyone|someone|anything|everyone|work up|back|waiting, question|message|request for me, agents|agent|they|bots need|needs|want|wants (my|any|some) help, my approval|input|permission|decision, i need|have|must|should (to) approve|decide|confirm|answer|do_something|act, did|has * crash~|fail|failed|die|died, !i|we (am|are) stuck, ?wer auf mich who':
    agents.waiting,

  // How to do something.
  '100|hundred (percent|per_cent)$, what keeps|stops|prevents * 100|hundred|own|sovereign|independent|yours|higher, be|become more|fully sovereign|independent|own, become|reach|make (it) 100|sovereign, improve|raise|increase|better * sovereignty|score|percentage|figure, what is missing|not (its|the) own~, which|what parts|part * not, ?why not':
    readings.moreSovereignty,
  [`${HOW} attach|connect|use|add|install|plug|bring|power|run|get|choose|switch|set_up|configure|give * ${MODEL}, ^(please) add|connect|use|attach|plug_in * ${MODEL}, you|this be|get connected|attached|linked|hooked * ${MODEL}, make you|the_resident|it smarter|cleverer|better|more_intelligent|think, so|that you answer|talk|speak|run|work with|on|through|via (a|an) ${MODEL}, ?own`]:
    how.ownModel,
  [`${HOW} connect|hook|hook_up|link|integrate|attach|report|use|add|set_up|setup|plug|wire|register|show * ${TOOL}, ${HOW} my_agent|my_bot|claude_code|codex report|show|appear|connect|move_in, can|could|will|does claude|claude_code|codex|gemini|gemini_cli|cursor|copilot|opencode|aider report|connect|show|appear|work|be, can|could|how|does * my_agent|my_bot|my_claude|my_codex, ^(please) add|connect|hook_up|attach|integrate|use * ${TOOL}, how * my_agent|my_agents|my_bot|my_bots|claude|claude_code|codex|gemini tell|report|send|show, !^what|who|which|are|is * doing|working|up_to|busy`]:
    how.ownAgent,
  'mobile|phone|desktop app, install * app, (as) an app$, home screen, work|works|use|run|runs|open * offline, without network|internet, ?train plane':
    how.app,
  'rss, api|apis, embed|embedding|widget|widgets|iframe, on|in|into|to my|our|his|her|their|another|other (own|personal) website|blog|page|pages|site|homepage|readme|dashboard, json, badge|badges, screen reader|readers, screenreader, text version|mode, ?agents commits portals weather block height sovereignty figures numbers readings own work where read way':
    how.programs,
  [`which|what node (js) version, which|what version of node, how much ram|memory|disk|disk_space|space * need|needs|require|requires, raspberry pi|server enough|powerful|sufficient, a|an|my|old|cheap|small (raspberry) pi|nas|laptop|server|computer|machine|pc|vps (be) enough|powerful|sufficient, hardware|system requirements, which|what hardware|specs, gpu|graphics_card needed|required|necessary, need|needs|require|requires * gpu|graphics_card|hardware, ${HOW} install|self_host|fork|clone, where * download this|it|home_world, installer, docker|raspberry|kubernetes|vps, ${HOW} set|get this|it|one|everything up|running, one|two of these|those, my own$, my own home|place|world|server|copy|version|instance, for myself|my_self, where * get|download|find this|the|your software|program, allowed|ok|okay|can_i|may_i * fork|copy|reuse|clone, a home|one like this, have|want|get|make|build|need something|anything like this|yours, ${HOW} host|run|get|make|build|have|create|set_up it|this|one|a_home|such_a$, ${HOW} host|run|get|make|build|have|create|set_up it|this|one|a_home * server|myself|self|machine|docker|own|too|home|computer|pi`]:
    how.ownHome,
  [`${HOW} back_up, backup|backups, ${HOW} restore, ${HOW} update|upgrade (the|this|my) home|home_world|software|program|server|it, ?newest version`]:
    how.upkeep,
  'source (code), open source, license|licence|licensed, on|from|at|your|the_home github|gitlab|codeberg, ^github|gitlab|codeberg$, github|gitlab|codeberg page|link|address|repository, where|link|see * the|your|its code|repository|codebase, your|which|what|this|running|installed|software version, ^(the) version$, version number, tech stack, written|made|built|programmed in|with|of, which|what (3d) programming_language|language|framework|engine|library|stack|technology, read|learn|find_out more$, documentation, ?graphics behind where':
    about.source,
  'mute|ban|report|kick|ignore|block him|her|them|someone|a_visitor|visitors|the_visitor|other_visitors|a_user|users|people|others|this_guy|that_guy|a_player|another_visitor, is|are (being) (so|very|really) rude|mean|nasty|offensive|abusive (to) (me|us), harass~|insult~|bully~|troll~|spammer':
    about.mute,
  'can|do|could|will|would others|other_visitors|visitors|other_people|people|anyone|everyone|someone|they see|watch|notice me, i hide|disappear$, hide|disappear me|myself|my_light|from, am i visible|seen|shown|hidden|invisible, be invisible|hidden|unseen, who sees|can_see me, my light|avatar, position|location|where_i_am|where_i_go|where_i_stand * saved|stored|kept|recorded|logged|tracked, ?change over':
    about.visible,
  [`${HOW} ${CHANGE}, config|configuration|setting|settings|configure|preferences|options, ^(please) set|change the|my|your, turn|make|change|lower|raise|reduce|increase|improve * graphics|quality|resolution|brightness, dark|light|day|night mode|theme, too|so|very dark|bright, text|font|letters|writing * bigger|larger|smaller|size|tiny|too_small, turn_off|turn_on|switch_off|disable * shortcuts|keys|effects|animations, less|more|no|reduce animation|animations|motion|effects|particles, motion|animation|animations|effects * reduced|less|off|stopped|disabled, dizzy|nauseous|seasick, not find|see|open * setting|settings, motion sickness|sick, ${HOW} build|create|make * portal|portals|door|gate|panel, which|what port, ?calm calmer phone server own host ${how.SETTINGS}`]:
    how.setup,
  'visitor|visitors|guests|players|people|humans * here|online|now|connected|are_there|around|there, how many (other) people|visitors|guests|players|others|users, ^who is home|in$, who (else) is (else) here|online|around|connected|visiting, am i alone|the_only_one, ^am i the_only, company here|today|now, is|are there (any) anyone|someone|others|people|visitors|players|guests (else) in|around|besides|except, sharing|share this|the place|home|house|world|room, is|are anyone|someone|there (else|others) (else) here|online|around|visiting|present|connected|watching, wer ist (noch) da|hier, ^(other) visitors$, other visitors|lights|people, others|people|anyone|someone|visitors|who (can) see|sees my_name, anyone|someone|others (else) * here|around|online|with_me$, chat|talk with|to (the) others|other_people|people, !live|lives|born, !see|read|hear|share|know * conversation|chat|messages|questions|words, ?who many':
    about.people,
  [`${WAY}, !where is|are the|your map|menu|help|keys|settings|button|buttons|mouse|cursor|pointer|chat|sound|podcast|owner|agent|agents|visitors|log|exit|data|figures, !@possible`]:
    way,
  'oath|vow|swear|swore|sworn|pledge|creed|soul|principles|values|manifesto, what do you stand_for|believe|promise, what is|does (it) (written|carved) on|in the stone':
    about.oath,
  '^(please) start|play|show|run|begin * time_lapse|timelapse|replay, ^replay': timeLapse,
  [`${HOW} ${PAGE}, how * play, control|controls|key|keys|keyboard|shortcut~|hotkey~|button|buttons|gamepad|joystick|xbox|playstation|wasd, mouse|cursor|pointer (is|has|have) (just) (been) gone|disappear~|stuck|captured|caught|missing|vanish~|lost|hidden|trapped, lost|lose|free|release|where_is (my|the|a) (mouse) mouse|cursor|pointer, no|without (a|any|my) mouse|keyboard|cursor|pointer, hear nothing, not hear anything|sound|music|a_sound|a_thing, no|any sound|music|audio, does it|this|the_home have|has sound|music|audio, get|how_to|way out of, what does|is (the) (key) [a-z] (key) do|for, ^(please) turn on|off|up|down the sound|music, turn (the) sound|music|it on|off|up|down, ^(please) mute|unmute|record|film|take_a|zoom|read_the_day|read_me_the_day|read_it|play_the_podcast, ^(please) stop the sound|music, run|runs|work|works on|with (my|a|an|the) phone|tablet|mobile|gamepad|mouse|ipad|iphone|android|laptop, it|this|picture|world|screen|everything is|looks|stays (so|too|very|a_bit) slow|laggy|blurry|choppy|dark|black, see|sees|show|shows only|just text, fan|battery * laptop|computer|phone, no 3d|picture|webgl, can (not) move|walk|look|turn|zoom|enter|leave|hear, i|we (am|are) stuck, ^screenshot|screenshots|photo|photos|podcast|overview|map|sound|music|volume|fullscreen$, where is|are the map|menu|button|buttons|chat|sound|podcast|exit, too|so|very|less|why slow|laggy|loud|blurry|choppy, lags|lagging|lag|stutters|fps, ^go back$, (if) (i) step|walk|fall|jump|run|go off|over|beyond * edge|island|side, fall off|down$, leave the island, !^which (of) (the|these|your) portals|doors|gates|worlds, !@portal, ?mode space laptop through why where rain thunder wind earth stone panel panels banner banners start camera other visitor visitors people ${how.TASKS}`]:
    how.controls,

  // The home, its owner and the resident.
  [`privacy, personal data, is this|it|that|my|the * private|encrypted|anonymous, is this|it|that|my|the (chat|conversation) public, are my * private|public|safe, send|pass|forward|give|sell|share * my|what_i * to, data|messages|chat|conversation (ever) sold|shared|given, what happens to|with my chat|messages|data|words|conversation, my data|messages|chat|conversation, about|forget|remember|know|track|spy~ (on) me, spying|tracking|recording|logging|watching, cookie|cookies|gdpr, how_long|where * kept|keep|store|stored|save|saved, keep|store|save|write (a) log|logs|history, ^who am i$, store|save|keep|log|record|remember|read|see|share|sell * what i|we say|said|write|wrote|type|typed, read|see|share|sell|store my words|text|questions|ip, who|others|people|anyone|someone|visitors (else|can) read|reads|see|sees|hear|know this|it|my|our|the|these, what|who did|do|has|have (the|any|your) (other|previous|last) visitor|visitors|people|others|someone|anyone * ask|asked|say|said|tell|told|write|wrote|talk|talked, delete|erase|remove|clear|wipe my|this|our|the conversation|chat|messages|history|data, log|record|track|store|keep|save|collect|see|know * my ip|address|name|location|data, i say|said|write|wrote|type|typed * saved|stored|kept|logged|recorded, ?long before until who where when close leave tab ${MODEL}`]:
    about.privacy,
  'trust|believe you|this|it, do|are|will|would you (ever|always|sometimes) make_mistakes|right|wrong|lie|lying|telling_the_truth|cheat|make_things_up|hallucinate|honest|tell_the_truth|safe|dangerous|evil, is (any|all|some|everything) (of) this|that|it true|real|safe|fake|made_up|invented$, ?why never ever should':
    about.trust,
  'who|which_person|which_company|what_company made|built|created|wrote|programmed|designed|invented|coded you|this|it|that, who made|built|created|wrote|programmed|designed|runs|owns|hosts the home|world|site|house|place, who|which_person owns|runs|hosts|operates|pays|pays_for you|this|it|the_server|the_machine|the_home, who is|are your|the maker|creator|author|owner|boss|master|developer|developers|operator|host, who do you work_for|belong_to|serve, whose home|house|world|place|site|agent, is this|the (place|home|house|world|site) yours, your maker|creator|owner|boss, reach|contact the|your owner|maker|creator|developer|developers, ^how do|can|could i|we reach|contact them|him|her$, where do you come from, where is the owner, who is|stands behind (all) you|this|it|that, who is|are in_charge|responsible, who is running|hosting|operating this|it|the|you, !commit|commits|change|changes|merge~|pull, who * belong|belongs, !@elsewhere':
    about.maker,
  'how old is|are (the|this|your|that) you|it|this|that|home|house|place|world|site|server|island|software, how_long|since_when|how_many_years|how_many_days has|have|is|are|does|do|did you|it|this|the * running|run|online|up|exist~|here, when was|were|did you|this|the|it (home|house|place|world|site) built|made|created|born|start|started|set_up, uptime, ?long first many':
    about.age,
  'you are (so|very|not) alive|awake|conscious|sentient|dead|asleep|bored|lonely|happy|sad|tired$, are you alive|awake|there|still_there|conscious|sentient|dead|sleeping|asleep|running|online|listening|here|bored|lonely|happy|sad|tired, do|can you feel|sleep|dream|live|exist|eat|get_bored|have_feelings|hear_me, do|can you think$, anyone awake, is this (thing) on|working$, (is) anyone|someone there|home$':
    about.alive,
  'which|what|any * game~ (have|did|do|can|could|are) you, (are) you (now|currently) playing, do|did|can|could|will|would|have you (ever) play|played|win|won, what|which (game) do you play, your plays|game, !music|sound|song|podcast|replay|day|time_lapse|can_i|do_i|i_play':
    portals.plays,
  'what are|is|were|have you (been) doing|working|up_to|busy|making|building|coding, how_long|since_when are|is|have|has you (been) doing|working|busy|at_it, what do|does you do$, what you|your working|doing|up_to|building, how far along, how much have you done|finished, are you (almost|nearly) done|finished, when will you be done|finished|ready, what keeps|kept you busy|occupied, on your plate|desk|agenda|mind, what is|does my_agent|my_claude|claude|my_bot * doing|do|up_to|on, what do you work_on|do_now|do_all_day|do_here, are|is you busy|working, your (current) task, ?long issue':
    agents.occupation,
  'who|what are|is you, how smart|clever|intelligent are you, ^you$, who lives here, your name|purpose|job|role, are you (a|an) (actual) real|human|robot|ai|bot|chatbot|llm|gpt|chatgpt|claude|gemini|person|machine|program|script|model|agent, introduce|describe|about yourself, why are you here, ^you (are) (not) (a|an|just) (a) human|robot|ai|bot|chatbot|person|machine, which|what model|llm|ai * you|this|here|runs|answers, are|is|do you powered|based|run|running|built|made|backed|using|use * model|llm|ai|gpt|chatgpt|claude, am i talking|speaking|chatting to|with, what|which kind|sort|type of * are|is you, you have|got a name, who is answering|speaking, do you use|have a_model|ai|gpt, wer bist du, ?language behind 4 5':
    about.identity,
  '@score, mostly own, what counts|count|is as|considered own, why|how_come|explain|mean|means|calculated|computed|counted|measured|what_is|what_does * sovereign~|percent|percentage|score, sovereign~|percent|percentage|score * why|mean|means|calculated|computed|counted|measured|from':
    readings.whySovereignty,
  [`what|why|explain|meaning|who_is_that|who_is_the * ${THING}, ^(please) explain (the) ${TERM}, what is|are|does|do (a|an|the|these|those|word) ${TERM} (mean|for|stand_for|called|here)$, what does it mean * ${TERM}$, what happens when|if * ${TERM}, heartbeat|heartbeat_page$, send|give|donate|tip|pay (you|this|them|some|a|the) * sats|zap|zaps|bitcoin|btc|donation, !did|has|have * send|sent|give|gave|get|got|pay|paid * sats|zap|zaps, how do|can i send|zap|donate|tip_you, difference|differ * ${TERM}, mean by (the) ${TERM}, what is a|an working|idle|dormant|dead|active agent|bot, !@person, ?why sky glow bright shine between author owner ${world.EXPLAINED}`]:
    world.explanation,
  [`where am|are i|we$, what am i looking_at, what do i see, what is going_on here, what is|was this|that|it|all_this|this_all ${PLACE} (here|about|all|for|good|supposed|called) (about|for|to) (be)$, how does this|the|it ${PLACE} work$, what does this|it do|mean|show$, what can i see, wo bin ich, is this (a|an|some) (kind|sort) (of) (a) game|website|app|joke|simulation, what is the point|purpose|use|idea|goal of|behind this|it|the, what is home_world, why does|do|did this|the|your home|house|site|place|world|page exist, ^explain this|the|your home|place|world, what is all this|that|these|the * stuff|things, why * everything glow|glows|bright|shines|shine`]:
    world.place,
  'how is|are things|your_day|it_going|everything|the_home|the_house|this_home|home (doing|today|going)$, in good|bad|great shape, how are|is you (doing|today|feeling), are you ok|okay|well|fine, wie geht, what|anything (is|can) (not) down|wrong, something|anything|everything|what (is|does|do) not work|working, can not you see, you|you_can not see, everything|all|things|it|this|home|server|systems|you (is|are) ok|okay|fine|well|good|healthy|running$, something|anything|everything|what|which|were|was|did|has|have (been|go|gone|went|be) down|offline|broken|wrong|unreachable, #wrong broken outage outages problem problems error errors healthy health order system systems down missing running fail failing server, ^(is) everything|all green, something|anything on_fire|broken|burning, is|are (the) weather|feed|relay|relays|chain * down|broken|unreachable|failing, !portal|portals|gates|doors, ?not data source sources':
    readings.problems,
  'where do|does the|this|these|those * come|taken from, where|how do|does * numbers|data|figures|readings|values come|get|from, numbers|data|figures|readings|values * live|fake|real|true|invented|made_up|accurate|correct, live|fake|real|true|invented|made_up|accurate numbers|data|figures|readings|values, how old|fresh|current|recent * data|numbers|figures|readings|reading, last update|updated|refresh|refreshed, which sources, #source sources provenance, ?when where':
    readings.sources,

  '@portal, !^who|when_did|when_was|when_has, !feed|relay|relays|zap|zaps|connected, ?why not portal world game enter go through into closed offline online down open shut reachable work dead':
    portals.namedPortal,
  [`^${PLEASE} ${ACT}, ^${PLEASE} say|tell|greet hi|hello|him|her|them|everyone, ^${PLEASE} say|tell|greet * hi|hello|hey|goodbye$, ^${PLEASE} message|text|ask|inform \\S+ that|to|if|whether, ^${PLEASE} report * to the|my|our, fireworks, will|would|can|could you delete|merge|deploy|revert|restart|reboot|hack|pay`]:
    about.act,
  '#help hilfe commands command instructions manual usage menu faq tutorial, what am|shall i supposed|do, what can|could|should|may you|i|we (all) do|ask|say|know|tell|answer|help, what do you know (about)$, what can|do you not do|know|understand|answer, what|which questions|topics|commands, what (sort|kind|sorts|kinds) (of) things|questions|topics * you|i, how do i use, how to use, how does this work, i am lost|new, was kannst du, how can you help':
    about.help,
  '^(the|local|current) time|date (now|there|here|today)$, utc|clock|timezone|uhr, what|which|current|local time|day|date|hour|weekday, the time|date|hour, today date, how late is, wie spat, is it (already|still) day|night|dark|late|morning|evening|afternoon (there|in|now|already), is|has the sun up|set|risen|down, !time|day|hour does|do|did|will|should, !commit~|most|happen~|merge~, ?where':
    readings.time,

  // What was done, and by whom.
  'who|agent|agents|bot|bots|author|authors|which_one|which_ones (has|have|is|are|did|do|was|were) not (yet) commit~|push~|contribut~|work|worked|done|do|did|made|make|written|write, who|which_agent|which_agents (has|have) (did|done|made|committed|pushed|written) nothing|no_commit|no_commits':
    agents.inactive,
  'who (has) committed|pushed|commit|push|worked (the) last, who wrote|made|did|pushed|committed * last|latest|newest|most_recent, last one|agent|person|bot to commit|push|work':
    commits.commits,
  'who|which_agent|which_one * busier|harder|more|less|fewer * or|than, who|which_agent|what_agent|which_bot|which_author * most|busiest|hardest|top * commit~|work~|active|today|week|month|agent|code|did|done|productive|push~, who did|does|worked|works|committed|commits|is|was (the) most|busiest|hardest, commit~|contribut~|push~|worked|work|works|did|done|wrote|written the most|hardest|least, most active|productive, how active|productive|busy was|were|is|are, busiest, leaderboard|ranking, who is leading|ahead|winning, top (\\d+) committer~|contributor~|author~|agent~, who (has|have) committed|commits|pushed|contributed|coded|worked|wrote_code|written_the_most, did|has|have anyone|someone commit|push|work|committed|pushed|worked|do|done, !@elsewhere, ?who':
    commits.mostActive,
  '@person, !^message|text|inform|warn, !^how do|can|to, !^why, ?when many agent commit commits committed push pushed pull request requests merge merged change changed write written wrote fix fixed contribute work active idle dead dormant busy issue':
    agents.person,
  '@pull, ?pull request merged merge': commits.namedPull,
  '#merged merges merge pull pulls request requests book books bookshelf bookshelves shelf shelves, who wrote|opened|made|authored * pull, pull|merged * who wrote|opened|made|authored it$, ?many when':
    commits.merged,
  '##new news latest recap exciting notable nothing between updates update missed miss happen happened changed change changes progress done interesting highlights productive today yesterday gestern neues, what did you|they|we|everyone|the_team|the_agents|the_bots|your_agents (all) do|get_done|make|build|achieve|change|fix, what have|has they|we|everyone|the_team|the_agents|the_bots|your_agents been|done|made, did|have|has they|we|everyone|the_team|the_agents|the_bots * today|yesterday|week|night, catch|fill|bring me up|in, did|have i miss|missed, what (has) (all) happened|changed * overnight|today|yesterday|night|since|while, while i was, summary|summari~ * day|today|yesterday|week|night|hours, how was the|your day|week, was war|ist|gab|gibt * los|neu|neues|heute|gestern|passiert, !commit~|code|git, !@scope':
    commits.news,
  '#commit commits committed push pushed pushes changelog git changed changes code, how many * commits, last|latest|newest|recent * commit|commits, first|oldest|earliest commit, commit * first|oldest|earliest, last thing * did|done|happened, what (has) (been) went|landed|shipped|gone, @scope, !@elsewhere, ?when who many total altogether ever overall':
    commits.commits,

  // The readings.
  '#agent agents agenten author authors committers contributors bot bots robots worker workers team crew busy idle dormant working worked works active dead quiet resting asleep slacking lazy coding nothing least idling sitting arbeiten arbeitet, being worked_on|coded|developed, agent|agents|bot|bots online, who|anyone|everyone|which_one|how_many * working|works|at_work|work|active|idle|dormant|busy|asleep|resting|slacking|lazy|coding, wer arbeitet, who are they|the_others|your_friends, !portal|portals|worlds|gates|doors|relay|relays, !@elsewhere, agent|agents|bot|bots * broken, broken agent|agents|bots, ?no not many who':
    agents.agents,
  '#portal portals portale gate gates door doors game games worlds destination destinations travel online offline closed broken lead arches play work works working reachable down, !^who, behind the|these|those|this portal|portals|door|doors|gate|gates|arch|arches, which (of) (the|these|your) portal|portals|worlds|gates|doors, where|what can|could|do|does i|we|they|these|the|this|it * go|travel|lead|play|visit|explore, can|could i travel|play, other world|worlds, ?not where many up enter':
    portals.portals,
  'need|take|bring|wear * jacket|coat|umbrella|sunglasses, weather report|data, #weather wetter regen regnet schneit sonne shining climate temperature temp forecast rain raining rains rainy sunny sun snow snows snowing storm stormy cloudy clouds fog foggy degrees outside warm cold hot freezing windy humid thunder umbrella thunderstorm thunderstorms storms hail jacket coat celsius fahrenheit, ?tomorrow next weekend should':
    readings.weather,
  '#block blocks blockheight height chain blockchain bitcoin btc tip high tall, bitcoin|btc|block|chain * price|worth|cost, price|worth|value of (a|one|the) bitcoin|btc|block, !^who, ?mined much found dollars euros':
    readings.block,
  '##sovereignty self sovereign sovereignity cloud independence independent hosted own owned score percentage, big tech':
    readings.sovereignty,
  'who * zap|zaps|zapped, anyone|someone|they|we|you (ever) send|sent|give|gave|get|got|pay|paid|receive|received * zap|zaps|sats, on|in|from the nostr|feed|relays, biggest|largest|highest|how_many|how_much|any|last|latest * zap|zaps|sats|reactions|likes, relay|relays connected|online|offline|up|down|reachable|working|ok|okay|fine, connected to * nostr|relay|relays, #feed relay relays nostr note notes zap zaps zapped sats reaction reactions events likes message messages post posts sent send came, ?much people saying posting writing':
    readings.feed,
  '#status overview summary rundown dashboard everything readings report stats statistics numbers figures tldr, what|anything|something (is) (been) going_on|happening|up|cooking, what can you see, what are|is they|people|we|everyone doing|up_to, !@elsewhere, ?version':
    readings.status,
  '@shown': way,
  '@foreign, speak|understand|sprichst|parlez|hablas (you|du|vous) english|german|french|spanish|italian|deutsch|francais|espanol':
    about.language,
};

/** The rows, from top to bottom. */
export const rows: readonly { readonly fits: Fits; readonly answer: Answer }[] = Object.entries(intents).map(
  ([text, answer]) => ({ fits: fitsOf(text, tests), answer }),
);
