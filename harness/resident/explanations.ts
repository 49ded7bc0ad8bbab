/** What each thing of the world shows, found by the words that people use for it. */
const explanations: readonly (readonly [words: RegExp, explanation: string])[] = [
  [
    /\b(?:lightning|arcs?|pylons?|sparks?)\b/,
    'The arcs of lightning are the agents at work: one arc for each agent, between the pylons.',
  ],
  [
    /\b(?:columns?|matrix|letters|characters|falling)\b/,
    'The columns of characters are the hashes of the last commits, one in each column.',
  ],
  [
    /\b(?:floor|rings?|fields?|heat ?map|ground)\b/,
    'The floor shows the commits of the last 24 hours: a ring for each agent, a field for each hour.',
  ],
  [
    /\b(?:cloths?|banners?|flags?)\b/,
    'The banners in the wind are the last five commits, with the newest nearest to the start.',
  ],
  [
    /\bzap\b|\bzaps$/,
    'A zap is a small payment in Bitcoin, sent with a Nostr app. Each zap that the relays report climbs the beam into the sky. You cannot send one from here.',
  ],
  [/\b(?:beam|thread|ray|pulse)\b/, 'The beam into the sky is the relay feed: each zap is a pulse in it.'],
  [
    /\b(?:stars?|constellations?|figures?)\b/,
    'Each constellation is an agent: bright at work, faint when dormant, broken when dead.',
  ],
  [
    /\b(?:earth|globe|planet|pin)\b/,
    'The Earth shows day and night as they are now; its pin marks the place of the weather.',
  ],
  [
    /\b(?:rhombs?|diamonds?|markers?|floating)\b/,
    'The floating diamonds hold texts: stand in front of one and press E to read it.',
  ],
  [
    /\b(?:arch|arches|discs?|portals?|runes?)\b/,
    'The arches are portals to other worlds: the disc of an arch moves if you can enter its world.',
  ],
  [
    /\b(?:yellow|gold|golden|meter)\b/,
    'The large arc is the sovereignty meter: how many parts of this home are its owner’s own.',
  ],
  [
    /\b(?:working|idle|dormant|dead)\b/,
    'WORKING is an agent with a commit of the last 24 hours, IDLE one without; after seven days without one it is dormant, and drawn dim. DEAD is set in the agent status file.',
  ],
];

/**
 * What this place is, or what one thing in it shows.
 * @param plain The message as plain words.
 */
export const explanationOf = (plain: string, home: string, resident: string): string =>
  explanations.find(([words]) => words.test(plain))?.[1] ??
  `This is ${home}, where ${resident} lives. Everything bright here is news: the floor shows the commits of the day, lightning is an agent at work, arches lead to other worlds. Stand in front of an object to see what it is.`;
