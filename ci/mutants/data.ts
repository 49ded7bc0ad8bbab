export const dataMutants = {
  'data/chat/chat.ts': [
    [
      'export const MAX_PENDING = 20;',
      'export const MAX_PENDING = 21;',
      'test/data/chat/outbox.node.test.ts',
    ],
    ["?? 'VISITOR'", "?? 'GUEST'", 'test/data/chat/with-the-gateway.node.test.ts'],
  ],
  'data/chat/outbox.ts': [
    ['const MAX_AGE_MS = DAY_MS;', 'const MAX_AGE_MS = 100 * DAY_MS;'],
    ['a.ts - b.ts', 'b.ts - a.ts'],
    ['if (id === undefined) this.#sent.clear();', 'if (id === undefined) return;'],
    ['this.#sent.delete(id);\n    this.#forget(id);', 'this.#sent.delete(id);'],
    ['v.is(sessionSecret, kept) ? kept', 'kept ? kept'],
    ['if (!found || !this.#bucket.take()) return undefined;', 'if (!found) return undefined;'],
  ],
  'data/chat/session-file.ts': [
    ['...(end && { end }),', ''],
    ['v.maxLength(MAX_LOG_ENTRIES)', 'v.maxLength(5)'],
  ],
  'data/chat/session-export.ts': [
    ["'# Session Export'", "'# Session'"],
    ['speaker !== SYSTEM_SPEAKER', 'speaker === SYSTEM_SPEAKER'],
    ['Math.min(sessionStart,', 'Math.max(sessionStart,'],
    ['*No messages recorded this session.*', '*No messages.*'],
    ["text === '' ? [] : [withoutHeadings(text), '']", "text === '' ? [] : [text, '']"],
    ['`- ${escaped(step)}`', '`- ${step}`'],
    ['-session-${utcDay(now)}', '-${utcDay(now)}'],
  ],
  'data/chat/activity-log.ts': [
    ['const PAUSE_MS = 5_000;', 'const PAUSE_MS = 500;'],
    ["activity.state !== 'idle' && !isStale(activity, now)", '!isStale(activity, now)'],
  ],
  'data/core/token-bucket.ts': [
    ['this.#tokens >= count', 'this.#tokens > count', 'test/data/core/token-bucket.node.test.ts'],
    [
      'Math.max(0, now - this.#filledAt)',
      '(now - this.#filledAt)',
      'test/data/core/token-bucket.node.test.ts',
    ],
    [
      'Math.min(this.#burst, this.#tokens + seconds * this.#perSecond)',
      'this.#tokens + seconds * this.#perSecond',
      'test/data/core/token-bucket.node.test.ts',
    ],
    ['1 - seconds * this.#perSecond', '0 - seconds', 'test/data/core/token-bucket.node.test.ts'],
  ],
  'data/core/text.ts': [
    ['\\u202a-\\u202e\\u2060', ''],
    ["slug || 'home'", "slug || ''"],
    ['max * 0.8', 'max * 0.1'],
    ['.toLowerCase()', ''],
  ],
  'data/core/time.ts': [
    [
      'MAX_AHEAD_MS = 15 * MINUTE_MS',
      'MAX_AHEAD_MS = 15 * HOUR_MS',
      'test/data/readings/format.node.test.ts',
    ],
    ['} UTC`;', '}`;', 'test/data/chat/session-export.node.test.ts'],
  ],
  'data/core/plain-text.ts': [
    ['{3,}$/u', '{1,}$/u'],
    ['if (inner === undefined) code = !code;', 'if (inner === undefined) code = false;'],
    ['replace(/<(https?', 'replace(/<(ftp'],
  ],
  'data/core/version-watch.ts': [
    ['if (storage?.getItem(RELOADED_FOR) === build) return;', ''],
    ['const INTERVAL_MS = 60_000;', 'const INTERVAL_MS = 600_000;'],
    ['if (hasJustConnected()) due = now;', 'hasJustConnected();'],
  ],
  'data/core/interval-loop.ts': [
    ['if (page.hidden) return;', ''],
    ['setInterval(tick, 1000)', 'setInterval(tick, 100)'],
    ['        modules.delete(name);\n', ''],
  ],
  'data/core/event.ts': [
    ['const MAX_WAITING = 64;', 'const MAX_WAITING = 65;'],
    ['Math.max(read, this.#total - MAX_WAITING)', 'Math.max(read, 0)'],
  ],
  'data/core/back-off.ts': [
    [
      '(0.75 + random() * 0.5)',
      '(1 + random() * 0.5)',
      'test/data/readings/poller.node.test.ts',
      'test/data/chat/bridge-socket.node.test.ts',
    ],
    ['2 ** (failures - 1)', '2 ** failures', 'test/data/readings/poller.node.test.ts'],
    ['MAX_OWN_RETRY_SECONDS = 60', 'MAX_OWN_RETRY_SECONDS = 600', 'test/data/readings/poller.node.test.ts'],
    ['MAX_RETRY_SECONDS = 300', 'MAX_RETRY_SECONDS = 30', 'test/data/readings/poller.node.test.ts'],
  ],
  'data/core/http.ts': [
    [
      "credentials: 'same-origin',\n      ...(headers",
      "credentials: 'include',\n      ...(headers",
      'test/data/readings/sources/source.node.test.ts',
      'test/data/readings/poller.node.test.ts',
    ],
    [
      'bytes > maxBytes',
      'bytes > maxBytes * 10',
      'test/data/readings/sources/source.node.test.ts',
      'test/data/readings/portal-image.node.test.ts',
    ],
    [
      "reason !== '' && upstream === 'this home'",
      "upstream === 'none'",
      'test/data/readings/sources/source.node.test.ts',
      'test/data/readings/sources/commits.node.test.ts',
    ],
  ],
  'data/core/json.ts': [
    [
      "isMissing ? 'missing' :",
      "isMissing ? '' :",
      'test/data/readings/sources/source.node.test.ts',
      'test/data/readings/sources/status-files.node.test.ts',
    ],
  ],
  'data/config/config.ts': [
    ["    'wss://nos.lol',\n", '', 'test/ci/specification.node.test.ts'],
    ["'Timmy'", "'Tommy'"],
    ['chat: field(flag, false)', 'chat: field(flag, true)'],
    ['&& new URL(value).origin === value', ''],
  ],
  'data/config/load-config.ts': [["RequestError('not valid JSON')", "RequestError('wrong')"]],
  'data/config/settings/settings-schema.ts': [
    [
      'share = (fallback: number) => within({ min: 0, max: 1 }',
      'share = (fallback: number) => within({ min: 0, max: 2 }',
    ],
    ['text(MAX_VISITOR_NAME)', 'text(900)'],
  ],
  'data/config/settings/settings-store.ts': [
    ['const TRIAL_SECONDS = 3;', 'const TRIAL_SECONDS = 0;'],
    [
      'const MAX_CHARACTERS = 4_000;',
      'const MAX_CHARACTERS = 4_000_000;',
      'test/data/config/settings/settings-schema.node.test.ts',
    ],
    ['if (!good || isSamePicture(good, failed)) return;', 'if (good) return;'],
    ["phase !== 'ready' || settling.get()", "phase !== 'ready'"],
    ['      this.#isTrying = false;\n      this.#note({', '      this.#note({'],
  ],
  'data/config/settings/audio.ts': [
    [
      'share * share',
      'share',
      'test/data/speech/narrator.node.test.ts',
      'test/data/config/settings/audio.node.test.ts',
    ],
  ],
  'data/presence/names.ts': [
    ["normalize('NFKC')", "normalize('NFC')"],
    ['owner|resident|', 'resident|'],
    ['|| RANKS.test(joinLetters(form))', ''],
    ["replaceAll('rn', 'm')", "replaceAll('rn', 'rn')"],
    ["own !== '' && [", '['],
    ['&& !COMMON.has(own)', ''],
  ],
  'data/readings/portal-order.ts': [
    [
      "boolean => presence === 'offline'",
      "boolean => presence === 'online'",
      'test/world/portals/portal-view-model.node.test.ts',
    ],
  ],
  'data/readings/portals.ts': [
    [
      "...(presence === 'unknown' ? ['not checked'] : [])",
      '',
      'test/world/portals/portal-view-model.node.test.ts',
    ],
  ],
  'data/readings/weather-label.ts': [
    [
      "[2, 3, 'Partly Cloudy']",
      "[2, 4, 'Partly Cloudy']",
      'test/data/readings/format.node.test.ts',
      'test/data/readings/sources/weather.node.test.ts',
    ],
    [
      "[51, 55, 'Drizzle']",
      "[51, 57, 'Drizzle']",
      'test/data/readings/format.node.test.ts',
      'test/data/readings/sources/weather.node.test.ts',
    ],
    [
      "?? 'Unknown'",
      "?? 'Rain'",
      'test/data/readings/format.node.test.ts',
      'test/data/readings/sources/weather.node.test.ts',
    ],
  ],
  'data/readings/format.ts': [
    ["if (age < MINUTE_MS) return 'just now';", "if (age < HOUR_MS) return 'just now';"],
    ['`${Math.floor(age / DAY_MS)} d ago`', '`${Math.ceil(age / DAY_MS)} d ago`'],
    ['bytes < 1_000_000', 'bytes < 1_000'],
  ],
  'data/readings/format-sovereignty.ts': [
    ['label.toUpperCase()', 'label', 'test/data/readings/format.node.test.ts'],
    [
      "names('; not own: ', false)",
      "names('; not own: ', null)",
      'test/data/readings/format.node.test.ts',
      'test/data/readings/sources/sovereignty.node.test.ts',
    ],
  ],
  'data/readings/sovereignty-count.ts': [
    [
      "share >= 0.5 ? 'mostly own'",
      "share > 0.5 ? 'mostly own'",
      'test/harness/gateway/sovereignty.node.test.ts',
      'test/data/readings/sources/sovereignty.node.test.ts',
    ],
    [
      '0|10|127|',
      '0|127|',
      'test/harness/gateway/sovereignty.node.test.ts',
      'test/data/readings/sources/sovereignty.node.test.ts',
    ],
    [
      '1[6-9]|2\\d|3[01]',
      '1[6-9]|2\\d|3\\d',
      'test/harness/gateway/sovereignty.node.test.ts',
      'test/data/readings/sources/sovereignty.node.test.ts',
    ],
    [
      'isAddress ? host === otherHost :',
      'false ? host === otherHost :',
      'test/harness/gateway/sovereignty.node.test.ts',
      'test/data/readings/sources/sovereignty.node.test.ts',
    ],
  ],
  'data/readings/format-history.ts': [
    ['Math.floor(uptime * 10_000 + 1e-6)', 'Math.round(uptime * 10_000)'],
    ["down > 0) return up > 0 ? 'partly' : 'down'", "down > 0) return up > 0 ? 'down' : 'down'"],
    ["', its end is not known, last seen'", "' to'"],
  ],
  'data/readings/new-entries.ts': [
    ['.toReversed()', ''],
    ['if (isFirst) return NONE;', ''],
    ['i < last', 'i > last'],
  ],
  'data/readings/portal-image.ts': [
    ["type.startsWith('image/')", "type !== ''"],
    ["redirect: 'error'", "redirect: 'follow'"],
    ['MAX_IMAGE_BYTES = 500_000', 'MAX_IMAGE_BYTES = 5_000_000'],
  ],
  'data/readings/poller.ts': [
    ['const STALE_INTERVALS = 3;', 'const STALE_INTERVALS = 30;'],
    ['const BACK_ONLINE_SPREAD_MS = 500;', 'const BACK_ONLINE_SPREAD_MS = 50_000;'],
    ['if (!online) return;', ''],
    ['if (job.running) continue;', ''],
    ['Math.min(job.due, fetchedAt + ', '(fetchedAt + '],
    ['isRefusal || job.from !== url', 'isRefusal'],
    ['.size < 2) return;', '.size < 1) return;'],
  ],
  'data/readings/sources/block-height.ts': [
    ["'')}/api/blocks/tip", "'')}/api/block/tip"],
    ['\\d{1,12}', '\\d*'],
  ],
  'data/readings/sources/portal-health.ts': [
    ['intervalSeconds: 60,', 'intervalSeconds: 600,', 'test/ci/specification.node.test.ts'],
    ['from += MAX_PARALLEL_CHECKS', 'from += 1'],
  ],
  'data/readings/sources/source.ts': [
    [
      'everySeconds = 60',
      'everySeconds = 600',
      'test/data/readings/poller.node.test.ts',
      'test/data/readings/sources/source.node.test.ts',
    ],
    ['status === 404 ?', 'status >= 400 ?', 'test/data/readings/sources/source.node.test.ts'],
  ],
  'data/view/deep-link.ts': [
    ['const FARTHEST = 200;', 'const FARTHEST = 2000;'],
    ['const MAX_CHARACTERS = 400;', 'const MAX_CHARACTERS = 40_000;'],
    ['label: ZOOM_UNNAMED, at', "label: parts.get('label') ?? ZOOM_UNNAMED, at"],
    ['new Date(at).toISOString().startsWith(text)', 'true'],
    ['seconds <= DAY_SECONDS', 'seconds < DAY_SECONDS * 9'],
    ["=== 'orbit' ? 'orbit' : 'walk'", "=== 'walk' ? 'walk' : 'orbit'"],
  ],
  'data/view/url-sync.ts': [
    ['const REST_SECONDS = 0.6;', 'const REST_SECONDS = 0;'],
    ["view.mode === 'warp' || view.mode === 'wall') return;", "view.mode === 'wall') return;"],
    ["view.mode === 'warp' || view.mode === 'wall') return;", "view.mode === 'warp') return;"],
    ["if (now.mode === 'warp' || now.mode === 'wall') return undefined;", ''],
  ],
  'data/view/wall-stage.ts': [
    ['now - since < FAILED_FIRST_MS', 'now - since >= 0'],
    ['Math.abs(now - this.#newsAt) >= NEWS_MS', 'now - this.#newsAt >= NEWS_MS'],
    ["before !== undefined && before !== 'done'", "before !== 'done'"],
  ],
  'data/view/wall-words.ts': [['time >= NIGHT.from ?', 'time > NIGHT.to ?']],
  'data/photo/photo.ts': [
    ['least: 0.5, most: 200, step: 0.5', 'least: 0.5, most: 20, step: 0.5'],
    [
      'aperture: 0.000_15, maxBlur: 0.004',
      'aperture: 0.000_15, maxBlur: 0.008',
      'test/data/photo/photo.node.test.ts',
      'test/ci/specification.node.test.ts',
    ],
    ['const pixelRatio = Math.min(wanted, most);', 'const pixelRatio = wanted;'],
    ['limited: wanted > most', 'limited: wanted < most'],
    ['const NAME_LENGTH = 58;', 'const NAME_LENGTH = 580;'],
  ],
  'data/offline/last-answers.ts': [
    ['const MAX_ANSWERS = 40;', 'const MAX_ANSWERS = 400;'],
    ['const MAX_AGE_MS = 30 * DAY_MS;', 'const MAX_AGE_MS = 300 * DAY_MS;'],
    ["includes('no-store')", "includes('no-storage')"],
    ['keptAt(other) - keptAt(one)', 'keptAt(one) - keptAt(other)'],
    ['if (isFromProxy(response)) throw new RequestError(UNREACHABLE);', ''],
    ['first: 3_000, later: 8_000', 'first: 300_000, later: 8_000'],
  ],
  'data/offline/last-readings.ts': [['if (!isOnline) for (const source', 'if (isOnline) for (const source']],
  'data/speech/sentence.ts': [
    ['return isOff(reading) ? [] : [nothing];', 'return [nothing];', 'test/data/speech/podcast.node.test.ts'],
    ['right now${cause', '${cause', 'test/data/speech/podcast.node.test.ts'],
  ],
} as const;
