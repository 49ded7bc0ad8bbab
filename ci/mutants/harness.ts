export const harnessMutants = {
  'harness/asks/ask-desk.ts': [
    [
      "if (!sameToken(body.nonce, open.ask.nonce)) return { outcome: 'wrong-nonce' };",
      '',
      'test/harness/asks/attacks.node.test.ts',
    ],
    ["this.#end(id, 'undecided')", "this.#end(id, 'gone')", 'test/harness/asks/races.node.test.ts'],
    ['own.length < MAX_OPEN_OF_KEY &&', '', 'test/harness/gateway/asks/asks.node.test.ts'],
    ['Math.abs(deadline - ask.deadline) > MAX_DRIFT_MS', 'false', 'test/harness/asks/races.node.test.ts'],
    ['!this.#options.mayAsk(open.asker)', 'false', 'test/harness/asks/races.node.test.ts'],
    ["(state === 'decided' ? report : endWait)", 'report', 'test/harness/asks/races.node.test.ts'],
  ],
  'harness/asks/asked.ts': [
    ['v.check(isShownAsItIs,', 'v.check(() => true,', 'test/harness/asks/attacks.node.test.ts'],
  ],
  'harness/asks/decision.ts': [
    ["kind === 'question'", 'false'],
    ['chosen.length === 1 &&', ''],
    ['chosen.length > 1 && !several', 'false'],
    ["if (!mayWrite) return 'The agent takes only its options.';", ''],
  ],
  'harness/asks/mask.ts': [
    ['|| isPath(inner)', '', 'test/harness/asks/detail.node.test.ts'],
    ['variables.has(nameBefore(whole, at))', 'false', 'test/harness/asks/detail.node.test.ts'],
    ['looksRandom(key) ?', 'true ?', 'test/harness/asks/detail.node.test.ts'],
  ],
  'harness/asks/session-wait.ts': [
    ["state !== 'working' &&", '', 'test/harness/asks/races.node.test.ts'],
    ['.length === 1', '.length > 0', 'test/harness/asks/races.node.test.ts'],
    ['at <= wait.at', 'false', 'test/harness/asks/races.node.test.ts'],
  ],
  'harness/letters/letter-desk.ts': [
    [
      'if (report.agent || !this.#options.isOf(of, sender)) return [];',
      '',
      'test/harness/letters/letter-desk.node.test.ts',
    ],
    ["moment !== 'tool' &&", '', 'test/harness/letters/letter-desk.node.test.ts'],
    ['at < printedAt', 'false', 'test/harness/letters/letter-desk.node.test.ts'],
    ['letter?.of === of ? letter', 'letter ? letter', 'test/harness/letters/letter-desk.node.test.ts'],
    ["|| this.#change(handed) !== ''", '', 'test/harness/letters/letter-desk.node.test.ts'],
    ['continued >= MAX_CONTINUED', 'false', 'test/harness/letters/letter-desk.node.test.ts'],
    ["letter.state !== 'waiting'", 'false', 'test/harness/letters/letter-desk.node.test.ts'],
  ],
  'harness/changes/change-desk.ts': [
    ["report.agent || report.state === 'ended' ||", '', 'test/harness/gateway/changes/changes.node.test.ts'],
    [
      "report.state === 'ended' || !this.#options.isOf(of, sender)",
      "report.state === 'ended'",
      'test/harness/gateway/changes/changes.node.test.ts',
    ],
    [
      '|| !isOf(of, sender) || isOver(of)',
      '|| isOver(of)',
      'test/harness/gateway/changes/changes.node.test.ts',
    ],
    ['this.#asked.get(of)?.toldAt === undefined ||', '', 'test/harness/gateway/changes/changes.node.test.ts'],
    ['withoutKeys(withMarks(sent.diff))', 'sent.diff', 'test/harness/gateway/changes/changes.node.test.ts'],
    ['now - asked.toldAt < TELL_AGAIN_MS;', 'false;', 'test/harness/gateway/changes/changes.node.test.ts'],
    ["isTold && report.state !== 'done'", 'isTold', 'test/harness/gateway/changes/changes.node.test.ts'],
  ],
  'harness/commands/hooks/changes.ts': [
    ['  await git.withoutFilters();', '', 'test/harness/commands/hooks/changes.node.test.ts'],
    ["'core.fsmonitor': 'false',", '', 'test/harness/commands/hooks/changes.node.test.ts'],
    ['`--work-tree=${this.#root}`, ', '', 'test/harness/commands/hooks/changes.node.test.ts'],
    ['GIT_CEILING_DIRECTORIES: dirname(root),', '', 'test/harness/commands/hooks/changes.node.test.ts'],
    ["'--exclude-standard', ", '', 'test/harness/commands/hooks/changes.node.test.ts'],
    ['if (found.isSymbolicLink())', 'if (false)', 'test/harness/commands/hooks/changes.node.test.ts'],
  ],
  'harness/commands/hooks/letter-box.ts': [
    ["{ flag: 'wx', mode: 0o600 }", '{ mode: 0o600 }', 'test/harness/commands/hooks/letters.node.test.ts'],
    ['pid === 0 || isRunning(pid)', 'true', 'test/harness/commands/hooks/letters.node.test.ts'],
    [
      'if (this.#has(`${id}.printed`) || this.#has(`${id}.confirmed`)) return false;',
      '',
      'test/harness/commands/hooks/letters.node.test.ts',
    ],
  ],
  'harness/gateway/asks/stream-route.ts': [
    ['if (!isOwner()) return end();', '', 'test/harness/gateway/asks/asks.node.test.ts'],
  ],
  'harness/commands/hooks/ask.ts': [
    ['Math.min(MAX_SECONDS, ', 'Math.min(Infinity, ', 'test/harness/commands/hooks/ask.node.test.ts'],
  ],
  'harness/commands/hooks/rules.ts': [
    [
      "const destination = 'session';",
      "const destination = 'userSettings';",
      'test/harness/commands/hooks/ask.node.test.ts',
    ],
    [
      "type === 'addRules' && suggestion['behavior'] === 'allow'",
      "type === 'addRules'",
      'test/harness/commands/hooks/ask.node.test.ts',
    ],
  ],
  'harness/bridge/sockets/auth.ts': [
    ['url.host === host?.toLowerCase()', 'url.host !== undefined'],
    ['allowed.includes(origin)', "allowed.includes('*')"],
    ['/^bearer +', '/^basic +', 'test/harness/gateway/activity-routes.node.test.ts'],
  ],
  'harness/bridge/sockets/token-guard.ts': [
    ['burst: 10, perSecond: 1 / 60', 'burst: 1000, perSecond: 1 / 60'],
    [
      "if (sameToken(given, expected)) return 'right';",
      "if (this.#wrong.has(address) && sameToken(given, expected)) return 'right';",
    ],
    [
      "if (role === 'visitor') return false;",
      "if (role !== 'resident') return false;",
      'test/harness/bridge/sockets/auth.node.test.ts',
      'test/harness/bridge/bridge.node.test.ts',
    ],
    [
      'version !== PROTOCOL_VERSION',
      'version < PROTOCOL_VERSION',
      'test/harness/bridge/sockets/auth.node.test.ts',
      'test/harness/bridge/bridge.node.test.ts',
    ],
    [
      "closeCodes.policy, 'unauthorized'",
      "closeCodes.internal, 'unauthorized'",
      'test/harness/bridge/sockets/auth.node.test.ts',
      'test/harness/bridge/bridge.node.test.ts',
    ],
  ],
  'harness/bridge/sockets/sockets.ts': [
    ['MAX_UNANSWERED = 2', 'MAX_UNANSWERED = 1', 'test/harness/bridge/sockets/peer.node.test.ts'],
  ],
  'harness/bridge/sockets/peer.ts': [
    [
      'FRAME_RATE = { burst: 60, perSecond: 20 }',
      'FRAME_RATE = { burst: 6000, perSecond: 20 }',
      'test/harness/bridge/sockets/peer.node.test.ts',
      'test/harness/bridge/sockets/peer-limits.node.test.ts',
    ],
    [
      'burst: 256 * 1024, perSecond: 32 * 1024',
      'burst: 25600 * 1024, perSecond: 32 * 1024',
      'test/harness/bridge/sockets/peer.node.test.ts',
      'test/harness/bridge/sockets/peer-limits.node.test.ts',
    ],
    [
      'this.#socket.bufferedAmount > this.#maxBufferedBytes',
      'this.#socket.bufferedAmount < 0',
      'test/harness/bridge/sockets/peer.node.test.ts',
      'test/harness/bridge/sockets/peer-limits.node.test.ts',
    ],
  ],
  'harness/bridge/conversation/storage-budgets.ts': [
    ['const COMMON_SHARE = 0.1;', 'const COMMON_SHARE = 1;'],
    ["return 'too-large';", 'return undefined;'],
    ['burst: 8_000_000', 'burst: 80_000_000'],
  ],
  'harness/bridge/conversation/in-order.ts': [['this.#last = result.catch(ignore);', 'this.#last = result;']],
  'harness/bridge/players/player-chat.ts': [
    [
      'const KEEP_MS = 600_000;',
      'const KEEP_MS = 6_000_000;',
      'test/harness/bridge/players/players.node.test.ts',
    ],
    [
      'metresBetween(here, place) <= CHAT_RANGE_METRES',
      'metresBetween(here, place) >= 0',
      'test/harness/bridge/players/players.node.test.ts',
    ],
    [
      'const LINES_FOR_A_REPORT = 3;',
      'const LINES_FOR_A_REPORT = 30;',
      'test/harness/bridge/players/players.node.test.ts',
    ],
    [
      'if (!light) return errorFrame',
      'if (light === null) return errorFrame',
      'test/harness/bridge/players/players.node.test.ts',
    ],
    [
      "reason === '' ? 'no reason given' : reason",
      'reason',
      'test/harness/bridge/players/players.node.test.ts',
    ],
  ],
  'harness/bridge/players/player.ts': [
    [
      'const STILL_MS = 1_000;',
      'const STILL_MS = 100_000;',
      'test/harness/bridge/players/players.node.test.ts',
    ],
  ],
  'harness/bridge/players/view.ts': [
    ['const MAX_ARRIVALS_A_TICK = 8;', 'const MAX_ARRIVALS_A_TICK = 800;'],
    ['const HYSTERESIS = 0.85;', 'const HYSTERESIS = 1;'],
  ],
  'harness/core/request-origin.ts': [
    ['SAFE_HOST.test(host) && ', ''],
    ["request.protocol === 'https' ? 'https' : 'http'", "request.protocol === 'https' ? 'http' : 'http'"],
    ["'./' :", "'/' :"],
  ],
  'harness/core/secret.ts': [
    ["expected !== '' &&", '', 'test/harness/bridge/sockets/auth.node.test.ts'],
    ['[16, 200]', '[1, 200]'],
    ['[\\x21-\\x7e]', '[\\x20-\\x7e]'],
    ['secret?.trim()', 'secret'],
  ],
  'harness/core/log.ts': [
    ['const MAX_LINES = 50;', 'const MAX_LINES = 5000;'],
    ['const MAX_LINE_CHARACTERS = 500;', 'const MAX_LINE_CHARACTERS = 50_000;'],
    ["replaceAll(/\\p{Cc}+/gu, ' ')", "replaceAll('', '')"],
    ["level = 'warn'", "level = 'info'"],
    ['repeated: count - 1', 'repeated: count'],
  ],
  'harness/core/escape.ts': [['(?![\\t\\n])\\p{Cc}|', '', 'test/harness/core/log.node.test.ts']],
  'harness/core/replace-file.ts': [
    ['const path = realpathSync(file);', 'const path = file;'],
    ['    chmodSync(beside, mode);\n', ''],
    ['    rmSync(beside, { force: true });\n', ''],
    ['const PRIVATE = 0o600;', 'const PRIVATE = 0o644;'],
  ],
  'harness/core/options.ts': [
    ['value >= low && value <= high', 'value >= low', 'test/harness/core/options.node.test.ts'],
    ["replaceAll('-', '_').toUpperCase()", "replaceAll('-', '_')", 'test/harness/core/options.node.test.ts'],
    [
      'const text = given ?? (env[variableOf(flag)] || undefined);',
      'const text = (env[variableOf(flag)] || undefined) ?? given;',
      'test/harness/core/options.node.test.ts',
    ],
    ["if (text.trim() === '') throw", "if (text === '?') throw", 'test/harness/core/options.node.test.ts'],
  ],
  'harness/config/server-config.ts': [['list(64, origin,', 'list(64, text(64),']],
  'harness/history/incidents.ts': [
    [
      'const MAX_KEPT = 200;',
      'const MAX_KEPT = 200_000;',
      'test/harness/history/history.node.test.ts',
      'test/harness/history/survives.node.test.ts',
    ],
    ['ORDER BY begin DESC LIMIT ?5', 'ORDER BY begin LIMIT ?5', 'test/harness/history/history.node.test.ts'],
    [
      "ended = max(begin, seen), ending = 'not-known'",
      "ended = max(begin, seen), ending = 'answered'",
      'test/harness/history/history.node.test.ts',
      'test/harness/history/survives.node.test.ts',
    ],
  ],
  'harness/history/latencies.ts': [
    ['Math.ceil(this.#total * share)', 'Math.floor(this.#total * share)'],
    ['(bucket + 0.5)', '(bucket + 4)'],
    ['if (counts) next.set(counts.subarray(0, next.length));', 'if (counts) next.set(counts);'],
  ],
  'harness/config/maintenance.ts': [
    ['const MAX_LENGTH_MS = 14 * DAY_MS;', 'const MAX_LENGTH_MS = 140 * DAY_MS;'],
    ['end > begin, ', 'end >= begin, '],
    ['at < begin + window.end - window.begin', 'at <= begin + window.end - window.begin'],
    ['const MAX_WINDOWS = 32;', 'const MAX_WINDOWS = 33;'],
    ['if (window.of.length > 0 && !window.of.includes(id)) return false;', ''],
  ],
  'harness/history/check.ts': [
    [
      '10 * 60_000',
      '100 * 60_000',
      'test/harness/history/history.node.test.ts',
      'test/harness/history/survives.node.test.ts',
    ],
  ],
  'harness/store/known-time.ts': [
    ['2 * DAY_MS', '20 * DAY_MS'],
    ['doubtedMs >= DOUBT_MS', 'doubtedMs < 0'],
    ['clock < at - PLAUSIBLE_MS ? at : clock', 'clock'],
  ],
  'harness/store/conversation-store.ts': [
    [
      'MAX_HISTORY_MESSAGES = 1_000',
      'MAX_HISTORY_MESSAGES = 100_000',
      'test/harness/store/store.node.test.ts',
    ],
    ['KEPT_SHARE = 0.75', 'KEPT_SHARE = 0', 'test/harness/store/store.node.test.ts'],
    ['24 * 60 * 60 * 1000', '240 * 60 * 60 * 1000', 'test/harness/store/store.node.test.ts'],
    ['2 * 1024 * 1024', '200 * 1024 * 1024', 'test/harness/store/store.node.test.ts'],
  ],
  'harness/store/database.ts': [
    [
      "openSync(file, 'a', 0o600)",
      "openSync(file, 'a', 0o644)",
      'test/harness/store/database.node.test.ts',
      'test/harness/store/store.node.test.ts',
    ],
    [
      'if (this.#damage !== undefined) return this.#damage;',
      '',
      'test/harness/store/database.node.test.ts',
      'test/harness/store/store.node.test.ts',
    ],
    [
      "openSync(copy, 'w', 0o600)",
      "openSync(copy, 'w', 0o644)",
      'test/harness/store/database.node.test.ts',
      'test/harness/store/schema.node.test.ts',
    ],
    [
      "exec('ROLLBACK')",
      "exec('COMMIT')",
      'test/harness/store/database.node.test.ts',
      'test/harness/store/store.node.test.ts',
    ],
    ['if (version > migrations.length)', 'if (version < 0)', 'test/harness/store/schema.node.test.ts'],
    [
      "if (result !== 'ok') throw",
      'if (result === undefined) throw',
      'test/harness/store/schema.node.test.ts',
      'test/harness/store/database.node.test.ts',
      'test/harness/store/store.node.test.ts',
    ],
  ],
  'harness/registry/check-portals.ts': [
    [
      'if (isShown && portal !== undefined && shown.has(portal)) {',
      'if (portal === undefined) {',
      'test/harness/registry/portals.node.test.ts',
    ],
    ['    names.add(name);\n', '', 'test/harness/registry/portals.node.test.ts'],
    [
      'Buffer.byteLength(text) > MAX_BODY_BYTES',
      'Buffer.byteLength(text) < 0',
      'test/harness/registry/portals.node.test.ts',
      'test/harness/commands/portals.node.test.ts',
    ],
  ],
  'harness/backup/backup.ts': [
    ["writeFile(archive, '', { mode: 0o600 })", "writeFile(archive, '', { mode: 0o644 })"],
    ['if (above.includes(real)) return [path];', "if (above.includes('?')) return [path];"],
    ['if (await stat(target).catch(() => undefined))', 'if (target === undefined)'],
    ["if (target.startsWith(join(folder, SERVED_FOLDER, '/')))", 'if (target === undefined)'],
  ],
  'harness/games/key-rules.ts': [
    ["if (keys.has('alt')) return", "if (keys.has('altgr')) return"],
    ['names.length > 5', 'names.length > 50'],
    [".test(text)) return 'the text has an invisible character'", '.test(text)) return undefined'],
    ['keys.sort((a, b) => rank(a) - rank(b));', ''],
    ["key === 'escape' || ", ''],
  ],
  'harness/games/area.ts': [
    ['point.x < x + width &&', 'point.x <= x + width &&', 'test/harness/games/area.node.test.ts'],
    ['Math.max(area.x, screen.x)', 'area.x', 'test/harness/games/area.node.test.ts'],
    ['const CORNER = 2;', 'const CORNER = 0;'],
    ['value >= 0 && value <= 1', 'value >= 0'],
  ],
  'harness/games/mcp/screenshot-image.ts': [
    ['const MAX_PIXELS = 40_000_000;', 'const MAX_PIXELS = 40_000_000_000;'],
    ['const MAX_SIDE = 16_384;', 'const MAX_SIDE = 163_840;'],
  ],
  'harness/gateway/status/upstream-watch.ts': [
    ['const EMPTY = 409;', 'const EMPTY = 404;'],
    ["what === 'commits' || !isNo(answer)", 'true'],
    ["else if (what === 'commits') this.#answered", 'else if (key) this.#answered'],
    ["message.replace(/(?<= answered \\d+): .*$| \\(.*\\)$/s, '')", 'message'],
    ['this.#latest.get(key)?.cause !== cause', 'cause'],
    ["it answers again`, 'info'", "it answers again`, 'error'"],
  ],
  'harness/gateway/status/portal-checks.ts': [
    ['status < 400 || status === 401 ||', 'status < 500 || status === 401 ||'],
    ['|| status === 429;', ';'],
    ['.slice(-HEALTH_CHECKS_KEPT)', ''],
    ['this.#options.onlySelf !== undefined && target.host !== SELF_HOST', "this.#options.onlySelf === '?'"],
    ['new Set([400, 403, 404, 405,', 'new Set([400, 403, 404,'],
    ['online ? Math.round(performance.now() - started) : null', 'Math.round(performance.now() - started)'],
  ],
  'harness/gateway/code-host/allowance.ts': [
    ['(time * lists) / ', 'time / ', 'test/harness/gateway/code-host/hosts.node.test.ts'],
    ['page: 10', 'page: 0', 'test/harness/gateway/code-host/hosts.node.test.ts'],
    ['diff: 25', 'diff: 0', 'test/harness/gateway/code-host/diffs.node.test.ts'],
    [
      'return this.#left > 0 ? 0 : ',
      'return this.#left >= 0 ? 0 : ',
      'test/harness/gateway/code-host/hosts.node.test.ts',
    ],
  ],
  'harness/gateway/code-host/cached.ts': [
    [
      'if (!this.#opened.take()) return TOO_MANY;\n    const request',
      'const request',
      'test/harness/gateway/code-host/diffs.node.test.ts',
    ],
  ],
  'harness/gateway/code-host/repositories.ts': [
    ['other.at - one.at', 'one.at - other.at', 'test/harness/gateway/code-host/repositories.node.test.ts'],
    [
      'isOwner || (await one.host.isPublic())',
      'true',
      'test/harness/gateway/code-host/repositories.node.test.ts',
    ],
    [
      'times.includes(Infinity) ? { trouble: cause } : ',
      '',
      'test/harness/gateway/code-host/repositories.node.test.ts',
    ],
    [
      'length === 1;\n  return isUnique',
      'length > 0;\n  return isUnique',
      'test/harness/gateway/code-host/repositories.node.test.ts',
    ],
  ],
  'harness/gateway/code-host/find-code-host.ts': [
    [
      '=== URL.parse(first?.url ??',
      '!== URL.parse(first?.url ??',
      'test/harness/gateway/code-host/repositories.node.test.ts',
    ],
  ],
  'harness/gateway/code-host/github.ts': [
    ['merged: raw.merged_at !== null', 'merged: false', 'test/harness/gateway/code-host/hosts.node.test.ts'],
    [' || /rate limit/i.test(text)', '', 'test/harness/gateway/code-host/hosts.node.test.ts'],
    [
      "renamedTo: '/repositories/'",
      "renamedTo: '/repos/'",
      'test/harness/gateway/code-host/hosts.node.test.ts',
    ],
  ],
  'harness/gateway/code-host/gitlab.ts': [
    ['!hasNext(headers) && ', '', 'test/harness/gateway/code-host/diffs.node.test.ts'],
    ["'private-token': token", 'authorization: token', 'test/harness/gateway/code-host/hosts.node.test.ts'],
    ['dates.authored_date ?? created', 'created', 'test/harness/gateway/code-host/hosts.node.test.ts'],
    [
      'encodeURIComponent(`${owner}/${repo}`)',
      '`${owner}/${repo}`',
      'test/harness/gateway/code-host/hosts.node.test.ts',
    ],
  ],
  'harness/gateway/code-host/remote.ts': [
    [
      'const KEEP_MS = 55_000;',
      'const KEEP_MS = 15_000;',
      'test/harness/gateway/code-host/hosts.node.test.ts',
    ],
    ['const MAX_PAGES = 5;', 'const MAX_PAGES = 50;', 'test/harness/gateway/code-host/hosts.node.test.ts'],
    ["redirect: 'manual'", "redirect: 'follow'", 'test/harness/gateway/code-host/hosts.node.test.ts'],
  ],
  'harness/gateway/hooks/delivery.ts': [
    ["one.startsWith('v1,') && ", '', 'test/harness/gateway/hooks/hooks.node.test.ts'],
    ['`${id}.${timestamp}.`', "''", 'test/harness/gateway/hooks/hooks.node.test.ts'],
  ],
  'harness/gateway/hooks/events.ts': [
    ["action: v.literal('merge')", 'action: v.string()', 'test/harness/gateway/hooks/hooks.node.test.ts'],
  ],
  'harness/gateway/code-host/merges.ts': [
    ['taken.has(number)', 'false', 'test/harness/gateway/code-host/local-git.node.test.ts'],
  ],
  'harness/gateway/code-host/work.ts': [
    [
      'const KEEP_ENDED_MS = 600_000;',
      'const KEEP_ENDED_MS = 0;',
      'test/harness/gateway/code-host/open-work.node.test.ts',
    ],
    [
      'if (hasNews) this.#checks',
      'if (!hasNews) this.#checks',
      'test/harness/gateway/code-host/open-work.node.test.ts',
    ],
    ['waitMs > 0)', 'false)', 'test/harness/gateway/code-host/open-work.node.test.ts'],
    [
      '{ ...last.answer, keepMs: waitMs }',
      'last.answer',
      'test/harness/gateway/code-host/open-work.node.test.ts',
    ],
  ],
  'harness/gateway/hooks/news.ts': [
    [
      "kind === 'push' || kind === 'merged'",
      "kind === 'push'",
      'test/harness/gateway/hooks/hooks.node.test.ts',
    ],
    [
      'burst: 8, perSecond: 0.2',
      'burst: 800, perSecond: 0.2',
      'test/harness/gateway/hooks/hooks.node.test.ts',
    ],
    ["action: 'merged'", "action: 'opened'", 'test/harness/gateway/hooks/hooks.node.test.ts'],
  ],
  'harness/gateway/hooks/routes.ts': [
    [
      "if (!delivery.isGenuine(body, secret)) return answer('wrong-signature');",
      '',
      'test/harness/gateway/hooks/hooks.node.test.ts',
    ],
    [
      "if (!(await memory.take(identityOf(body, secret)))) return answer('replay');",
      '',
      'test/harness/gateway/hooks/hooks.node.test.ts',
    ],
    [
      "if (repository < 0) return answer('wrong-repository');",
      '',
      'test/harness/gateway/hooks/hooks.node.test.ts',
    ],
    [
      'one.toLowerCase() === other.toLowerCase()',
      'one === other',
      'test/harness/gateway/hooks/hooks.node.test.ts',
    ],
    ['now - at < MAX_EVENT_AGE_MS && ', '', 'test/harness/gateway/hooks/hooks.node.test.ts'],
    [
      'const HOOKS_PER_MINUTE = 120;',
      'const HOOKS_PER_MINUTE = 12_000;',
      'test/harness/gateway/hooks/hooks.node.test.ts',
    ],
    ['1024 * 1024', '1024 * 1024 * 10', 'test/harness/gateway/hooks/hooks.node.test.ts'],
    ['replay: [409,', 'replay: [202,', 'test/harness/gateway/hooks/hooks.node.test.ts'],
  ],
  'harness/gateway/owner/owner-request.ts': [
    [
      "  isCrossSite(request) ? refuse(reply, 403, 'Pages",
      "  isCrossSite(request) && false ? refuse(reply, 403, 'Pages",
      'test/harness/gateway/owner/sign-in-routes.node.test.ts',
    ],
    ['signIns.find(request.headers) ?', 'signIns ?', 'test/harness/keys/rights.node.test.ts'],
  ],
  'harness/keys/cookies.ts': [
    ['; HttpOnly;', ';', 'test/harness/keys/keys.node.test.ts'],
    ["isSecure ? '; Secure' : ''", "''", 'test/harness/keys/keys.node.test.ts'],
    ["&& path === '/'", '', 'test/harness/keys/keys.node.test.ts'],
  ],
  'harness/keys/sign-ins.ts': [
    ['(30 * DAY_MS)', '(3000 * DAY_MS)', 'test/harness/gateway/owner/sign-in-routes.node.test.ts'],
    ["Number(row['ends_at']) > now", 'true', 'test/harness/keys/keys.node.test.ts'],
    ['const MAX_SIGN_INS = 50;', 'const MAX_SIGN_INS = 5000;', 'test/harness/keys/keys.node.test.ts'],
    ['FRESH_MS = 10 * MINUTE_MS', 'FRESH_MS = 1000 * MINUTE_MS', 'test/harness/keys/keys.node.test.ts'],
    [
      "this.#database.statement('DELETE FROM sign_ins').run()",
      'undefined',
      'test/harness/keys/keys.node.test.ts',
    ],
  ],
  'harness/keys/sign-in-codes.ts': [
    [
      'DELETE FROM codes WHERE digest = ? RETURNING ends_at',
      'SELECT ends_at FROM codes WHERE digest = ?',
      'test/harness/keys/keys.node.test.ts',
    ],
    ['left > 0 && left <=', 'left <=', 'test/harness/keys/keys.node.test.ts'],
    ['&& left <= CODE_MINUTES * MINUTE_MS', '', 'test/harness/keys/keys.node.test.ts'],
  ],
  'harness/keys/agent-keys.ts': [
    [
      'DELETE FROM agent_keys WHERE name = ?',
      'DELETE FROM agent_keys WHERE name = ? AND 0',
      'test/harness/keys/keys.node.test.ts',
    ],
    ['.run(name, digestOf(key), ', '.run(name, key, ', 'test/harness/keys/keys.node.test.ts'],
  ],
  'harness/keys/challenges.ts': [
    ['|| this.#used.has(challenge)', '', 'test/harness/keys/keys.node.test.ts'],
    ['`${use}.${challenge}.${ends}`', '`${challenge}.${ends}`', 'test/harness/keys/keys.node.test.ts'],
    ['if (ends <= now ||', 'if (', 'test/harness/keys/keys.node.test.ts'],
  ],
} as const;
