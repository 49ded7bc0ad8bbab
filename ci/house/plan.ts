/** The limits and tables of the house report (`ci/house.ts`). */

/** The folders that are checked. Files beside them (`index.ts`, …) are the room `entries`. */
export const ROOMS = ['theme', 'data', 'components', 'world', 'harness', 'ci'] as const;

/** Files directly in one folder, and the rooms this holds for. */
export const MAX_FILES_PER_FOLDER = 20;
export const ROOMS_WITH_SMALL_FOLDERS: ReadonlySet<string> = new Set(['data', 'world']);

/** Share of comment lines among the lines that are not empty, over the whole room. */
export const MIN_COMMENT_PERCENT: Readonly<Record<string, number>> = { components: 15, world: 15 };

/**
 * Words that no name may have, with the word to use. `names above` forbids `namesAbove`,
 * `NAMES_ABOVE` and `names-above.ts`, `guest` also `guests`. Ordinary words that also have a usual meaning in code (`eye`,
 * `join`, `stride`) are not here; some of them are forbidden as file names below.
 */
export const FORBIDDEN_WORDS: ReadonlyMap<string, string> = new Map([
  ['stance', 'player'],
  ['outlook', 'cameraMode'],
  ['latecomer', 'deferred module'],
  ['guest', 'plugin'],
  ['gait', 'characterController'],
  ['asked', 'requested, or requestOrigin'],
  ['said', 'statusMessage'],
  ['passage', 'actionBanner'],
  ['curtain', 'loadingOverlay'],
  ['judge', 'verify'],
  ['verdict', 'VerifyResult'],
  ['genuine', 'valid'],
  ['hum', 'drone'],
  ['choir', 'voices'],
  ['asleep', 'suspended'],
  ['landmark', 'viewpoint'],
  ['fingers', 'touches'],
  ['wording', 'format'],
  ['readout', 'document'],
  ['sight', 'picker'],
  ['calm', 'reducedMotion'],
  ['stillness', 'reducedMotion'],
  ['unsend', 'requeue'],
  ['sideways', 'landscape'],
  ['statics', 'staticFiles'],
  ['names above', 'overviewLabels'],
  ['walk in', 'portalEntry'],
  ['draw list', 'renderList'],
  ['graphics queue', 'gpuQueue'],
  ['caught up', 'gpuIdle'],
  ['world picture', 'frameRenderer'],
  ['arch view', 'portalViewModel'],
  ['text to read', 'document'],
  ['reading card', 'document card'],
  ['soul spoken', 'soulText'],
  ['second loop', 'intervalLoop'],
  ['turn view', 'dispatchView'],
  ['one off', 'event'],
  ['one sheet', 'singleSheet'],
  ['after the world', 'deferUntilWorld'],
  ['make folder', 'ensureDir'],
  ['whoever', 'the noun'],
  ['nobody', 'the noun'],
  ['somebody', 'the noun'],
  ['anybody', 'the noun'],
  ['anew', 'again'],
  ['aslant', 'diagonal'],
]);

/** File names without their endings, and what to say instead. */
export const FORBIDDEN_FILES: ReadonlyMap<string, string> = new Map([
  ['admission', 'auth'],
  ['air', 'weather-noise'],
  ['appearance', 'portal-view-model'],
  ['assembly', 'create-world'],
  ['crossing', 'camera-transition'],
  ['doors', 'portal-colliders'],
  ['ear', 'listener'],
  ['exposure', 'tiled-render'],
  ['eye', 'rig'],
  ['figure', 'resident-geometry'],
  ['follow', 'scroll-anchor'],
  ['join', 'add-module'],
  ['later', 'deferred-modules'],
  ['lens', 'fov-zoom'],
  ['live', 'page'],
  ['mood', 'resident-state'],
  ['once', 'event'],
  ['photograph', 'screenshot'],
  ['picture', 'frame-renderer'],
  ['pointing', 'system'],
  ['prose', 'markdown-styles'],
  ['protection', 'security'],
  ['recipes', 'patches'],
  ['sharing', 'open-graph'],
  ['spoken', 'speech-text'],
  ['stage', 'renderer'],
  ['stamp', 'watermark'],
  ['stride', 'collision'],
  ['telling', 'sentence'],
  ['threshold', 'portal-trigger'],
  ['tunnel', 'warp-effect'],
  ['visits', 'fly-to-portal'],
  ['zoom', 'focus-object'],
]);

/** One idea, one ending: `-animation`. */
export const FORBIDDEN_ENDINGS: readonly string[] = ['-swell', '-show', '-crown', '-pulse'];

/** First words of constants: a limit is `MAX_…` or `MIN_…`. */
export const FORBIDDEN_LIMITS: ReadonlySet<string> = new Set(
  (
    'MOST LEAST LONGEST SHORTEST NEAREST FARTHEST STEEPEST TALLEST TALLER LARGEST SMALLEST ' +
    'HIGHEST LOWEST SLOWEST FASTEST WIDEST'
  ).split(' '),
);
