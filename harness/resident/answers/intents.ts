import * as about from './about.ts';
import * as agents from './agents.ts';
import * as commits from './commits.ts';
import * as how from './how-to.ts';
import { feed } from './feed.ts';
import { hours } from './hours.ts';
import { incidents } from './incidents.ts';
import { news } from './news.ts';
import * as openWork from './open-work.ts';
import * as portals from './portals.ts';
import * as readings from './readings.ts';
import * as world from './world.ts';
import { timeLapse, way } from './ways.ts';
import type { Answer } from '../question.ts';

/** What visitors can ask for. Its examples are in `training/data/questions.txt`, below its name. */
export interface Intent {
  readonly answer: Answer;
  /** The topic, as text after “About”; left out if the answer names its topic itself. */
  readonly about?: string;
  /**
   * Set if the answer is about the present only. If the question is about another time, the reply first says
   * that the home sees only the present. `now, with a history`: the reply instead begins with the past from
   * the status history, or names the page that has it.
   */
  readonly of?: 'now' | 'now, with a history';
  /** Whether only questions about the authors and agents of this home get this answer. */
  readonly isOfPeople?: boolean;
  /** Whether it is about the use of the home, which the docs explain, and not about its readings. */
  readonly isOfUse?: boolean;
  /** A greeting, thanks and the like, which ask no question. */
  readonly isCourtesy?: boolean;
}

const courtesy = (answer: Answer): Intent => ({ answer, isCourtesy: true });

export const intents = {
  // Readings, and the work of agents and authors.
  status: { answer: readings.status, about: 'everything that this home shows', of: 'now' },
  problems: { answer: readings.problems, about: 'what is not well here', of: 'now, with a history' },
  incidents: { answer: incidents, about: 'the status history' },
  agents: { answer: agents.agents, about: 'the agents', isOfPeople: true },
  waiting: { answer: agents.waiting, about: 'who waits for the owner' },
  occupation: { answer: agents.occupation, about: 'what I do', isOfPeople: true },
  person: { answer: agents.person, about: 'this author', isOfPeople: true },
  inactive: { answer: agents.inactive, about: 'agents without a commit', isOfPeople: true },
  mostActive: { answer: commits.mostActive, about: 'who committed how much', isOfPeople: true },
  news: { answer: news, about: 'what is new' },
  commits: { answer: commits.commits, about: 'the commits', isOfPeople: true },
  hours: { answer: hours, about: 'commits by hour or day' },
  areas: { answer: commits.areas, about: 'the parts that commits name' },
  merged: { answer: commits.merged, about: 'merged work', isOfPeople: true },
  namedPull: { answer: commits.namedPull, about: 'this pull request' },
  openPulls: { answer: openWork.openPulls, about: 'open pull requests' },
  checks: { answer: openWork.checks, about: 'builds and releases' },
  issues: { answer: agents.issues, about: 'issues' },
  portals: { answer: portals.portals, about: 'the portals', of: 'now, with a history' },
  namedPortal: { answer: portals.namedPortal, about: 'this portal', of: 'now, with a history' },
  weather: { answer: readings.weather, about: 'the weather', of: 'now' },
  block: { answer: readings.block, about: 'the block height', of: 'now' },
  sovereignty: { answer: readings.sovereignty, about: 'how much is the owner’s own', of: 'now' },
  whySovereignty: { answer: readings.whySovereignty, about: 'how that figure is counted' },
  moreSovereignty: { answer: readings.moreSovereignty, about: 'what is not the owner’s own' },
  adapters: { answer: readings.adapters, about: 'the adapters of a model' },
  feed: { answer: feed, about: 'the relay feed' },
  time: { answer: readings.time, about: 'the time' },
  plays: { answer: portals.plays, about: 'games' },
  sources: { answer: readings.sources, about: 'the sources and ages of the readings' },
  unseen: { answer: about.unseen },

  // Visitors.
  people: { answer: about.people, about: 'other visitors', of: 'now' },
  visible: { answer: about.visible, about: 'what others see of you', isOfUse: true },
  mute: { answer: about.mute, about: 'muting visitors', isOfUse: true },
  privacy: { answer: about.privacy, about: 'this conversation', isOfUse: true },
  memory: { answer: about.memory },

  // The home, and how to do something.
  help: { answer: about.help },
  identity: { answer: about.identity, about: 'me' },
  alive: { answer: about.alive, about: 'me', isOfPeople: true },
  age: { answer: about.age, about: 'the age of this home' },
  maker: { answer: about.maker, about: 'who runs this home' },
  trust: { answer: about.trust, about: 'trust' },
  cost: { answer: about.cost, about: 'what a home costs', isOfUse: true },
  account: { answer: about.account, about: 'accounts and keys', isOfUse: true },
  demo: { answer: readings.demo, about: 'what is recorded here' },
  source: { answer: about.source, about: 'the software', isOfUse: true },
  oath: { answer: about.oath, about: 'the oath' },
  place: { answer: world.place, about: 'this place' },
  explanation: { answer: world.explanation, about: 'what things here mean', isOfUse: true },
  controls: { answer: how.controls, about: 'the controls', isOfUse: true },
  leave: { answer: how.leave, about: 'leaving', isOfUse: true },
  setup: { answer: how.setup, about: 'the settings', isOfUse: true },
  timeLapse: { answer: timeLapse, about: 'the time-lapse', isOfUse: true },
  signIn: { answer: how.signIn, about: 'the owner’s sign-in', isOfUse: true },
  ownAgent: { answer: how.ownAgent, about: 'connecting an agent', isOfUse: true },
  ownModel: { answer: how.ownModel, about: 'attaching a model', isOfUse: true },
  ownHome: { answer: how.ownHome, about: 'a home of your own', isOfUse: true },
  app: { answer: how.app, about: 'the app', isOfUse: true },
  usage: { answer: how.usage, about: 'what agents use', isOfUse: true },
  repositories: { answer: how.repositories, about: 'several repositories', isOfUse: true },
  notices: { answer: how.notices, about: 'notices', isOfUse: true },
  asText: { answer: how.asText, about: 'the home as text', isOfUse: true },
  programs: { answer: how.programs, about: 'readings for other pages and programs', isOfUse: true },
  upkeep: { answer: how.upkeep, about: 'backups and updates', isOfUse: true },
  way: { answer: way },

  // Small talk, and requests that this home cannot fulfil.
  greeting: courtesy(about.greeting),
  thanks: courtesy(about.thanks),
  farewell: courtesy(about.farewell),
  praise: courtesy(about.praise),
  noise: courtesy(about.noise),
  rude: courtesy(about.rude),
  model: { answer: about.model },
  act: { answer: about.act },
  language: { answer: about.language },
  nothing: { answer: () => undefined },
} as const satisfies Readonly<Record<string, Intent>>;

export const intentOf = (name: string): Intent =>
  Object.hasOwn(intents, name) ? intents[name as keyof typeof intents] : intents.nothing;

/**
 * In questions with these intents, “it” is this home; in a later part of a message, “it” is what an earlier
 * part named.
 */
export const OF_HOME: readonly Intent[] = [
  intents.age,
  intents.cost,
  intents.maker,
  intents.oath,
  intents.ownAgent,
  intents.ownHome,
  intents.ownModel,
  intents.occupation,
  intents.place,
  intents.problems,
];
/** In “is it raining”, “it” does not refer to an earlier part. */
export const OF_SKY: readonly Intent[] = [intents.weather, intents.time];
/** Their answers have a list of commits or merges. */
export const LISTED: readonly Intent[] = [intents.commits, intents.merged, intents.news, intents.namedPull];
