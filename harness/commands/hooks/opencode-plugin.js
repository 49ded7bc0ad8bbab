// home-world: plug-in for OpenCode
//
// Reports the sessions of OpenCode to a Home World (HOME_WORLD_AGENT_KEY has its key): what each does, with which
// tool and on which file of the project. It sends no prompts, answers, commands or contents, except what it asks the
// owner, if it was installed so, and the diff of the project when the owner asks for it, if it was installed so; and it
// gives OpenCode the letters of the owner, if it was installed so.
// “home-world hooks install opencode” has copied it here, and overwrites it. So it is one file that imports nothing of
// the program. OpenCode waits for its plug-ins without a limit, and every export is one: this one never waits, never
// throws, and is alone.
import { spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

// The address of the home: “home-world hooks install” writes it here. A variable could come from a project’s file.
const HOME = undefined;
// How long the owner may answer in the home: “home-world hooks install --ask” writes it here. OpenCode's own dialog
// stays open meanwhile, and the first answer counts.
const ASK_SECONDS = undefined;
// Whether OpenCode gets the letters of the owner: “home-world hooks install --letters” writes it here.
const TAKES_LETTERS = false;
// The program that sends what a session has changed, and the Node that runs it: “home-world hooks install --changes”
// writes them here.
const CHANGES_PROGRAM = undefined;

const MAX_FILE_BYTES = 1024 * 1024;
/** A chain of sub-agents is never this long: a circle would be. */
const MAX_DEPTH = 16;

const textOf = (value) => (typeof value === 'string' ? value : '');

// The files of git, as work-tree.ts reads them.

function readText(path) {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.isFile() && found.size <= MAX_FILE_BYTES ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

function gitFolderOf(folder) {
  const path = join(folder, '.git');
  if (readText(join(path, 'HEAD')) !== undefined) return path;
  const [, target] = /^gitdir: (.+)/.exec(readText(path) ?? '') ?? [];
  return target === undefined ? undefined : resolve(folder, target.trim());
}

function originOf(config) {
  let isOrigin = false;
  for (const line of config.split('\n')) {
    if (/^\s*\[/.test(line)) isOrigin = /^\s*\[\s*remote\s+"origin"\s*\]/i.test(line);
    const [, url] = (isOrigin && /^[^[]*?\burl\s*=\s*"?([^\s"#;]+)/i.exec(line)) || [];
    if (url !== undefined) return url;
  }
  return '';
}

const MACHINE_PATH = /^\/*(?:home|Users|root|srv|var|opt|mnt|media|tmp|private|~[^/]*)\//;

function repositoryOf(address) {
  const [, host, after] = /^(?:[^@/\s]+@)?([^:/\s@]{2,}):(?!\/\/)(.+)$/.exec(address) ?? [];
  const url = host === undefined && URL.canParse(address) ? new URL(address) : undefined;
  const path = url && /^(?:https?|ssh|git):$/.test(url.protocol) ? url.pathname : after;
  if (path === undefined || MACHINE_PATH.test(path)) return null;
  const parts = path.replace(/\.git\/?$/, '').split('/');
  const [owner, name] = parts.filter((part) => part !== '').slice(-2);
  return name !== undefined && [owner, name].every((part) => /^[\w.-]+$/.test(part))
    ? `${owner}/${name}`
    : null;
}

function pathBelow(root, path) {
  const below = relative(root, path);
  const isOutside = below === '' || below.split(sep)[0] === '..' || isAbsolute(below);
  return isOutside ? undefined : below.split(sep).join('/');
}

function workTreeOf(cwd) {
  const isPrivate = (folder) =>
    folder === dirname(folder) || folder === homedir() || pathBelow(folder, homedir()) !== undefined;
  if (!isAbsolute(cwd) || isPrivate(resolve(cwd))) return undefined;
  for (let root = resolve(cwd); !isPrivate(root); root = dirname(root)) {
    const git = gitFolderOf(root);
    if (git === undefined) continue;
    const common = readText(join(git, 'commondir'))?.trim();
    const config = readText(join(common === undefined ? git : resolve(git, common), 'config')) ?? '';
    const [, branch] = /^ref: refs\/heads\/(.+)/.exec(readText(join(git, 'HEAD')) ?? '') ?? [];
    return {
      root,
      folder: basename(root),
      branch: branch === undefined || branch === '.invalid' ? null : branch.trim(),
      repository: repositoryOf(originOf(config)),
    };
  }
  return { root: resolve(cwd), folder: basename(cwd), branch: null, repository: null };
}

// The home.

function destinationOf(env) {
  const token = env['HOME_WORLD_AGENT_KEY']?.trim() || env['HOME_WORLD_BRIDGE_TOKEN']?.trim() || '';
  const address = HOME ?? (env['HOME_WORLD_URL'] || 'http://127.0.0.1:4200');
  if (!/^[\x21-\x7e]+$/.test(token) || !URL.canParse(address)) return undefined;
  const url = new URL('api/', address.replace(/\/*$/, '/'));
  return /^https?:$/.test(url.protocol) && !url.username && !url.password ? { url, token } : undefined;
}

const post = ({ url, token }, path, body, seconds) =>
  fetch(new URL(path, url), {
    method: 'POST',
    headers: { 'x-home-world-key': token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(seconds * 1000),
  });

/** Sends without waiting. A home that is away costs nothing but this report. */
function send(destination, report) {
  post(destination, 'events', report, 2)
    .then((response) => response.body?.cancel())
    .catch(() => undefined);
}

// What the owner wants of the sessions.

/** How often the home is asked for it while there is nothing to report, and for how many sessions. */
const ASK_EVERY_MS = 5_000;
const MAX_ASKED = 8;
/** A letter that was given before is among this many messages. */
const MAX_MESSAGES = 100;
/** OpenCode accepts a message before the message is there. After this time it has failed. */
const ACCEPTED_MS = 60_000;

/** Whether the model has answered a message. An answer that was stopped does not count. */
const isAnswerTo = (message, { role, parentID, time, error }) =>
  role === 'assistant' && parentID === message && time?.completed !== undefined && !error;

/** Starts the program that sends what a session has changed. OpenCode does not wait for it. */
function sendChanges({ url, token }, session, folder) {
  const [node, program] = CHANGES_PROGRAM;
  const place = JSON.stringify({ session: { id: session, harness: 'OpenCode' }, folder });
  const env = {
    ...process.env,
    HOME_WORLD_AGENT_KEY: token,
    HOME_WORLD_URL: new URL('events', url).href,
    HOME_WORLD_HOOK_PLACE: place,
  };
  const child = spawn(node, [program], { detached: true, stdio: 'ignore', windowsHide: true, env });
  child.on('error', () => undefined);
  child.unref();
}

/**
 * What the answers of the home say: what the owner asks, and the letters of the owner, which OpenCode gets. A letter
 * is a message of the session, with the id of the letter in its part: OpenCode keeps it, so that a letter that the
 * home hands over again is not given twice.
 */
class Answers {
  #destination;
  #directory;
  #client;
  /** By the id of the message: the letter, and the session. */
  #given = new Map();
  /** By letter: when OpenCode has accepted it. */
  #accepted = new Map();
  /** By session: the news of letters that the home does not have yet. */
  #news = new Map();
  /** One letter is given after another. */
  #queue = Promise.resolve();

  constructor(destination, directory, client) {
    this.#destination = destination;
    this.#directory = directory;
    this.#client = client;
  }

  #newsOf(session) {
    const news = this.#news.get(session) ?? { printed: new Map(), read: new Set() };
    this.#news.set(session, news);
    return news;
  }

  /** Sends a request whose answer may have something for a session, with what the home does not know yet. */
  async exchange(session, path, body) {
    const { printed, read } = this.#newsOf(session);
    const sent = { printed: [...printed].map(([id, at]) => ({ id, at })), read: [...read] };
    const whole = {
      ...body,
      ...(TAKES_LETTERS && { letters: { moment: 'message', ...sent } }),
      ...(CHANGES_PROGRAM && { changes: true }),
    };
    const response = await post(this.#destination, path, whole, 2);
    if (!response.ok) return void response.body?.cancel();
    const { letters = [], changes } = await response.json();
    if (CHANGES_PROGRAM && changes === true) sendChanges(this.#destination, session, this.#directory);
    for (const { id } of sent.printed) printed.delete(id);
    for (const id of sent.read) read.delete(id);
    for (const letter of letters)
      this.#queue = this.#queue.then(() => this.#give(session, letter)).catch(() => undefined);
  }

  /** Asks the home what the owner wants of a session, and reports which letters were delivered. */
  take(session) {
    const body = { session: { id: session, harness: 'OpenCode' } };
    this.exchange(session, 'letters/take', body).catch(() => undefined);
  }

  #call(method, url, id, more) {
    return this.#client?._client?.[method]({ url, path: { id }, ...more });
  }

  async #give(session, { id, text }) {
    if (Date.now() - (this.#accepted.get(id) ?? 0) < ACCEPTED_MS) return;
    const query = { limit: MAX_MESSAGES };
    const { data: messages } = await this.#call('get', '/session/{id}/message', session, { query });
    // Without the messages it is not known whether the letter is there.
    if (!Array.isArray(messages)) return;
    const found = messages.find(({ parts }) =>
      parts.some(({ metadata }) => metadata?.homeWorldLetter === id),
    );
    if (found) {
      this.#arrived(session, found.info.id, id);
      for (const { info } of messages) this.#answered(info);
      return;
    }
    // The letter keeps the agent and the model of the session: without them, OpenCode takes its defaults.
    const { agent, model } = messages.findLast(({ info }) => info.role === 'user')?.info ?? {};
    const parts = [{ type: 'text', text, metadata: { homeWorldLetter: id } }];
    const headers = { 'content-type': 'application/json' };
    const body = { parts, ...(agent && { agent }), ...(model && { model }) };
    this.#accepted.set(id, Date.now());
    await this.#call('post', '/session/{id}/prompt_async', session, { body, headers });
  }

  #arrived(session, message, letter) {
    if (this.#given.has(message)) return;
    this.#given.set(message, { session, letter });
    this.#newsOf(session).printed.set(letter, Date.now());
    this.take(session);
  }

  #answered(info) {
    const given = this.#given.get(info.parentID);
    if (!given || given.isRead || !isAnswerTo(info.parentID, info)) return;
    given.isRead = true;
    this.#newsOf(given.session).read.add(given.letter);
    this.take(given.session);
  }

  /** Call it with the events of messages and of their parts. */
  event({ part, info }) {
    const letter = part?.metadata?.homeWorldLetter;
    if (typeof letter === 'string') this.#arrived(part.sessionID, part.messageID, letter);
    if (info?.role === 'assistant') this.#answered(info);
  }
}

// What the owner is asked.

const MAX_DETAIL = 40_000;
const REFUSED = 'The owner refused this in Home World.';

function detailOf(text) {
  const left = text.length - MAX_DETAIL;
  if (left <= 0) return { text, left: 0 };
  const tail = MAX_DETAIL / 4;
  return {
    text: `${text.slice(0, MAX_DETAIL - tail)}\n⟦${left} characters are left out here⟧\n${text.slice(-tail)}`,
    left,
  };
}

/** A tool that needs a permission: its diff, its command, or all that OpenCode says of it. */
function permissionAsk({ permission, patterns, metadata, always }) {
  const { diff, command } = metadata ?? {};
  const details = textOf(diff)
    ? { diff: detailOf(diff) }
    : { command: detailOf(textOf(command) || JSON.stringify({ patterns, metadata }, null, 2)) };
  const rule = `${permission}: ${(always ?? []).join(', ')}`;
  // A rule is offered only if the owner can read all of it.
  const isOffered = always?.length > 0 && rule.length <= 400 && !/[\p{C}\p{Zl}\p{Zp}]/u.test(rule);
  return {
    kind: 'permission',
    title: textOf(permission).slice(0, 200) || 'A tool',
    note: textOf(metadata?.filepath || metadata?.description).slice(0, 400),
    ...details,
    rules: isOffered ? [{ id: 'always', label: rule }] : [],
  };
}

const areClear = (labels) =>
  new Set(labels).size === labels.length &&
  labels.every(
    (label) =>
      label !== '' &&
      label.length <= 200 &&
      label === label.trim() &&
      !/[\p{C}\p{Zl}\p{Zp}]|\s{2}/u.test(label),
  );

const questionAsk = ({ question, header, options, multiple, custom }, index, count) => ({
  kind: 'question',
  title: textOf(question).slice(0, 200) || 'A question',
  ...(textOf(question).length > 200 && { plan: detailOf(question) }),
  note: [count > 1 ? `${index + 1} of ${count}` : '', textOf(header)]
    .filter(Boolean)
    .join(' – ')
    .slice(0, 400),
  options: options.map(({ label, description }, place) => ({
    id: `o${place}`,
    label: textOf(label),
    note: textOf(description).slice(0, 400),
  })),
  several: multiple === true,
  mayWrite: custom !== false,
});

/** Asks, and waits; undefined without a decision. */
async function decisionOf(destination, ask, seconds) {
  const response = await post(destination, 'asks', { ...ask, seconds }, seconds + 2);
  const { state, decision } = response.ok ? await response.json() : {};
  return state === 'decided' ? decision : undefined;
}

/** The reply to a permission, as OpenCode takes it. A refusal without words would end the turn. */
const permissionReply = ({ choice, text }) =>
  ({
    allow: { reply: 'once' },
    always: { reply: 'always' },
    refuse: { reply: 'reject', message: text || REFUSED },
  })[choice];

// The sessions.

class Sessions {
  #destination;
  #directory;
  #client;
  /** By id: its parent, its name as a sub-agent, its state, and its open requests to the owner with their needs. */
  #known = new Map();
  #lastAt = 0;
  /**
   * Handles the answers of the home; undefined if the plug-in takes neither letters nor requests for changes.
   */
  #answers;

  constructor(destination, directory, client, answers) {
    this.#destination = destination;
    this.#directory = directory;
    this.#client = client;
    this.#answers = answers;
  }

  /**
   * Asks what the owner wants of the sessions of this process. It asks without an event, because a session
   * may have none for hours.
   */
  take() {
    const roots = [...this.#known].filter(([, { parent, state }]) => parent === '' && state !== '');
    for (const [id] of roots.slice(-MAX_ASKED)) this.#answers?.take(id);
  }

  #session(id) {
    const known = this.#known.get(id) ?? { parent: '', name: '', state: '', open: new Map() };
    this.#known.set(id, known);
    return known;
  }

  /** The session that its owner sees: a sub-agent is a session with a parent. */
  #rootOf(id) {
    let root = id;
    for (let depth = 0; depth < MAX_DEPTH; depth++) {
      const { parent } = this.#session(root);
      if (parent === '') break;
      root = parent;
    }
    return root;
  }

  /** The session of a report, and its sub-agent. */
  #whose(id) {
    const { name } = this.#session(id);
    const root = this.#rootOf(id);
    const { folder = null, branch = null, repository = null } = workTreeOf(this.#directory) ?? {};
    const alias = process.env['HOME_WORLD_SESSION_NAME']?.trim();
    return {
      session: {
        id: root,
        harness: 'OpenCode',
        ...(alias && { name: alias.slice(0, 200) }),
        folder,
        branch,
        repository,
      },
      ...(root !== id && { agent: { id, ...(name && { name }) } }),
    };
  }

  /** Reports and requests that are sent at once may arrive in another order: each has a time of its own. */
  #now() {
    this.#lastAt = Math.max(Date.now(), this.#lastAt + 1);
    return this.#lastAt;
  }

  #report(id, state, { needs, call, step, tool, file } = {}) {
    this.#session(id).state = state;
    const place = file && workTreeOf(this.#directory);
    const below = place ? pathBelow(place.root, resolve(this.#directory, file)) : undefined;
    const report = {
      state,
      ...this.#whose(id),
      ...(needs && { needs }),
      ...(call && { call }),
      ...(step && { step }),
      ...(tool && { tool: tool.slice(0, 200) }),
      ...(below !== undefined && { target: { kind: 'file', name: below.slice(0, 200) } }),
      at: this.#now(),
    };
    if (this.#answers && this.#rootOf(id) === id)
      this.#answers.exchange(id, 'events', report).catch(() => undefined);
    else send(this.#destination, report);
  }

  #learn({ id, parentID, title }) {
    const known = this.#session(id);
    known.parent = textOf(parentID);
    // The title has words of the prompt, and the kind of the sub-agent at its end.
    known.name = /\(@([\w-]{1,40}) subagent\)\s*$/.exec(textOf(title))?.[1] ?? known.name;
    return known;
  }

  #created(info) {
    const isAgent = this.#learn(info).parent !== '';
    this.#report(info.id, isAgent ? 'thinking' : 'done');
  }

  #deleted({ id }) {
    const isAgent = this.#session(id).parent !== '';
    this.#report(id, isAgent ? 'done' : 'ended');
    this.#known.delete(id);
  }

  #busy(id) {
    const { state, open } = this.#session(id);
    if (open.size === 0 && state !== 'thinking' && state !== 'working') this.#report(id, 'thinking');
  }

  /** A turn has ended. It says so twice, and after an error too. */
  #idle(id) {
    const known = this.#session(id);
    known.open.clear();
    if (known.state !== 'done' && known.state !== 'failed') this.#report(id, 'done');
  }

  #failed(id, error) {
    const name = textOf(error?.name);
    // The owner has stopped it. The end of the turn follows.
    if (name === 'MessageAbortedError') return;
    this.#session(id).open.clear();
    this.#report(id, 'failed', /^[A-Za-z]{1,40}$/.test(name) ? { step: name } : {});
  }

  #asked(id, call, needs, tool) {
    const wait = { needs, call, tool: /^[\w-]{1,40}$/.test(tool) ? tool : '' };
    this.#session(id).open.set(call, wait);
    this.#report(id, 'waiting', wait);
  }

  #answered(id, request) {
    const { open } = this.#session(id);
    if (!open.delete(request)) return;
    this.#report(id, 'thinking', { call: request });
    const [next] = open.values();
    if (next) this.#report(id, 'waiting', next);
  }

  /** Asks the owner in the home too. OpenCode ignores the answer if its own dialog has been answered. */
  async #askOwner(id, request, asks, reply) {
    const ends = Date.now() + ASK_SECONDS * 1000;
    const decisions = [];
    for (const ask of asks) {
      const whole = {
        ...ask,
        ...this.#whose(id),
        folder: this.#directory.slice(-200),
        call: request,
        terminal: true,
        at: this.#now(),
      };
      const decision = await decisionOf(this.#destination, whole, Math.max(1, (ends - Date.now()) / 1000));
      if (!decision) return;
      decisions.push(decision);
      if (decision.choice === 'refuse') break;
    }
    await reply(decisions);
  }

  #post(url, requestID, body) {
    const headers = { 'content-type': 'application/json' };
    // The server of OpenCode has no port of its own: this client calls it in the process.
    return this.#client?._client?.post({ url, path: { requestID }, body, headers });
  }

  #askPermission(id, request, properties) {
    return this.#askOwner(id, request, [permissionAsk(properties)], ([decision]) => {
      const body = permissionReply(decision);
      return body && this.#post('/permission/{requestID}/reply', request, body);
    });
  }

  #askQuestions(id, request, { questions }) {
    // The owner must read the whole of what is given as the answer, and tell the options apart.
    if (!questions.every(({ options }) => areClear(options.map(({ label }) => textOf(label))))) return;
    const asks = questions.map((question, index) => questionAsk(question, index, questions.length));
    return this.#askOwner(id, request, asks, (decisions) => {
      if (decisions.some(({ choice }) => choice === 'refuse'))
        return this.#post('/question/{requestID}/reject', request, {});
      const answers = decisions.map(({ choice, chosen, text }, index) =>
        choice === 'write'
          ? [text]
          : questions[index].options
              .map(({ label }) => label)
              .filter((_, place) => chosen.includes(`o${place}`)),
      );
      return this.#post('/question/{requestID}/reply', request, { answers });
    });
  }

  event({ type, properties }) {
    const { info, error, status, sessionID: id, id: request, requestID, permissionID } = properties;
    if (type === 'message.updated' || type === 'message.part.updated') this.#answers?.event(properties);
    if (type === 'session.created') this.#created(info);
    else if (type === 'session.updated') this.#learn(info);
    else if (type === 'session.deleted') this.#deleted(info);
    else if (typeof id !== 'string') return;
    else if (type === 'session.idle' || (type === 'session.status' && status.type === 'idle')) this.#idle(id);
    else if (type === 'session.status') this.#busy(id);
    else if (type === 'session.error') this.#failed(id, error);
    else if (type === 'permission.asked') {
      this.#asked(id, request, 'permission', textOf(properties.permission));
      if (ASK_SECONDS) this.#askPermission(id, request, properties).catch(() => undefined);
    } else if (type === 'question.asked') {
      this.#asked(id, request, 'answer', 'question');
      if (ASK_SECONDS) this.#askQuestions(id, request, properties).catch(() => undefined);
    } else if (/^(?:permission\.replied|question\.replied|question\.rejected)$/.test(type))
      this.#answered(id, requestID ?? permissionID);
  }

  beforeTool({ tool, sessionID }, args) {
    const file = textOf(args?.filePath) || textOf(args?.path);
    if (this.#session(sessionID).open.size === 0)
      this.#report(sessionID, 'working', { tool: textOf(tool), file });
  }

  afterTool({ sessionID }) {
    if (this.#session(sessionID).open.size === 0) this.#report(sessionID, 'thinking');
  }
}

function quietly(work) {
  try {
    work();
  } catch {
    // An event of another version of OpenCode.
  }
}

export const HomeWorld = async ({ directory, client }) => {
  const destination = destinationOf(process.env);
  if (destination === undefined) return {};
  const folder = textOf(directory);
  const answers = TAKES_LETTERS || CHANGES_PROGRAM ? new Answers(destination, folder, client) : undefined;
  const sessions = new Sessions(destination, folder, client, answers);
  if (answers) setInterval(() => quietly(() => sessions.take()), ASK_EVERY_MS).unref();
  return {
    event: async ({ event }) => quietly(() => sessions.event(event)),
    'tool.execute.before': async (call, output) => quietly(() => sessions.beforeTool(call, output.args)),
    'tool.execute.after': async (call) => quietly(() => sessions.afterTool(call)),
  };
};
