/**
 * Runs inside nginx (njs), in a home without a gateway: asks the code host, and makes the answer from the
 * fields that pages show. Nothing else that the code host sends leaves the home. The gateway does the same in
 * harness/gateway/code-host/public-records.ts; a test compares the two.
 */

const MAX_TITLE = 300;
const MAX_NAME = 80;
const TERMINAL_COMMANDS = /\p{Cc}\[[\d;?]*[@-~]/g;
/** What turns the direction of a text or cannot be seen. */
const HIDDEN = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0]/g;
/** Joiners where no script needs them. */
const JOINERS = /[\u200c\u200d]+(?=[ -\u024f\u0370-\u052f]|$)/g;
const BLANKS = /[\p{Cc}\p{Z}]+/g;
const MAIL = /([\p{L}\p{N}._%+'-]{1,64})@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}[\p{L}\p{N}-]{0,61}[\p{L}\p{N}]/g;
/** The form in which code hosts send dates. njs itself reads only part of it. */
const ISO_DATE =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

const isText = (value) => typeof value === 'string';
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first line as it can be shown, at most `max` characters. */
function firstLine(text, max) {
  const line = text
    .trimStart()
    .slice(0, max * 4)
    .split(/[\r\n\u2028\u2029]/)[0];
  return line
    .replace(TERMINAL_COMMANDS, '')
    .replace(HIDDEN, '')
    .replace(JOINERS, '')
    .replace(BLANKS, ' ')
    .trim()
    .slice(0, max);
}

/** The first line with mail addresses cut at the @; longer at first, so that none is cut in the middle. */
const publicText = (text, max) => firstLine(firstLine(text, max * 2).replace(MAIL, '$1@…'), max);

function publicCommit(raw) {
  if (!isObject(raw) || !isObject(raw.commit) || !isObject(raw.commit.author)) return undefined;
  const sha = raw.sha === undefined ? '' : raw.sha;
  const author = raw.commit.author;
  if (!isText(sha) || !isText(author.name) || !isText(author.date) || !isText(raw.commit.message))
    return undefined;
  if (!ISO_DATE.test(author.date)) return undefined;
  return {
    sha: /^[0-9a-f]{7,64}$/i.test(sha) ? sha : '',
    commit: {
      author: { name: publicText(author.name, MAX_NAME), date: author.date },
      message: publicText(raw.commit.message, MAX_TITLE),
    },
  };
}

/** Undefined also for a pull request that was closed without a merge: no page shows it. */
function publicPull(raw) {
  if (!isObject(raw) || raw.merged !== true || !Number.isInteger(raw.number) || !isText(raw.title))
    return undefined;
  if (!isText(raw.merged_at) || !ISO_DATE.test(raw.merged_at)) return undefined;
  const login = isObject(raw.user) && isText(raw.user.login) ? raw.user.login : '';
  return {
    number: raw.number,
    title: publicText(raw.title, MAX_TITLE),
    merged: true,
    merged_at: raw.merged_at,
    user: { login: publicText(login, MAX_NAME) },
  };
}

/** In the home's own words: the code host's may name users, folders or the token. */
const REFUSALS = {
  401: 'The code host requires a token, or refuses it: look at HOME_WORLD_CODE_HOST_TOKEN.',
  403: 'The code host requires a token, or refuses it: look at HOME_WORLD_CODE_HOST_TOKEN.',
  404: "The target couldn't be found.",
  429: 'The code host limits requests, and the home has sent too many.',
  502: 'The code host cannot be reached.',
  504: 'The code host did not answer in time.',
};

function answer(r, status, body) {
  r.headersOut['Content-Type'] = 'application/json; charset=utf-8';
  r.return(status, JSON.stringify(body));
}

const refuse = (r, status, message) => answer(r, status, { message, url: '' });

/** Status and words for an answer that is not a list. */
function refuseLike(r, reply) {
  const status = reply.status;
  // Other refusals have the same status.
  if (status === 409 && /is empty/i.test(reply.responseText)) refuse(r, 409, 'Git Repository is empty.');
  else if (status >= 400) refuse(r, status, REFUSALS[status] || `The code host answered ${status}.`);
  else if (status >= 300)
    refuse(r, 502, 'The code host redirects: has the repository moved or been renamed?');
  else refuse(r, 502, 'The code host answered with something that is not a JSON list. Is its URL right?');
}

/** Undefined where it is not JSON. */
function parsed(r, text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    r.log(`the code host's answer: ${error.name}`);
    return undefined;
  }
}

async function list(r, name, convert) {
  const reply = await r.subrequest(`/upstream/${name}`);
  const records = parsed(r, reply.responseText);
  if (reply.status !== 200 || !Array.isArray(records)) return refuseLike(r, reply);
  // Kept with the list, for the time when the code host fails.
  r.headersOut['X-Fetched-At'] = new Date().toISOString();
  return answer(
    r,
    200,
    records.map(convert).filter((record) => record !== undefined),
  );
}

const commits = (r) => list(r, 'commits', publicCommit);
const pulls = (r) => list(r, 'pulls', publicPull);

export default { commits, pulls };
