/**
 * The words of a text in lower case, without accents and punctuation: `What’s the WEATHER?!` becomes
 * `what is the weather`.
 */
export const plainWords = (text: string): string[] =>
  text
    .slice(0, 2_000)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    // The text is cut again, because one character can become eighteen characters.
    .slice(0, 2_000)
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[’‘`]/g, "'")
    .replace(/\b(what|who|how|where|when|it|that|there)'s\b/g, '$1 is')
    .replace(/\bcan't\b/g, 'can not')
    .replace(/\bwon't\b/g, 'will not')
    .replace(/n't\b/g, ' not')
    .replace(/'(?:s|re|m|ve|ll|d)\b/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Whether the words contain a whole name. */
export const mentions = (words: readonly string[], name: string): boolean => {
  const wanted = plainWords(name);
  return wanted.length > 0 && ` ${words.join(' ')} `.includes(` ${wanted.join(' ')} `);
};

/**
 * Whether two words differ by at most one letter: added, missing, changed, or swapped with the
 * next.
 */
export function nearlyEqual(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  if (short.length < long.length) return short.slice(at) === long.slice(at + 1);
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  return (
    short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2)
  );
}

const letters = (text: string): string => text.split('').toSorted().join('');

/**
 * Whether a word is probably the known word with a typing error: a letter too many, a missing letter, or two
 * swapped letters. A word with another letter, or with an “s” at its end, may well be another word: `tides`
 * is not `times`.
 */
export const isMistyped = (word: string, known: string): boolean =>
  known.length >= MIN_SPELLED_CHARACTERS - (known.length === word.length ? 1 : 0) &&
  known[0] === word[0] &&
  nearlyEqual(word, known) &&
  (known.length !== word.length || letters(known) === letters(word)) &&
  known !== `${word}s` &&
  word !== `${known}s`;

/** Shorter words are too near to others: “work” to “fork”. */
const MIN_SPELLED_CHARACTERS = 5;

/** @param text Words with what they stand for, as in `repo=repository pr=pull_request`. */
export const wordTable = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split(' ').map((pair) => pair.replaceAll('_', ' ').split('=') as [string, string]));

/** Short forms and common misspellings, with what they stand for. */
const SHORT_FORMS = wordTable(
  'color=colour colors=colours colored=coloured coloring=colouring gray=grey behavior=behaviour theres=there_is realy=really ' +
    'nickname=name nick=name username=name thru=through wat=what wut=what whats=what_is wats=what_is whos=who_is hows=how_is wheres=where_is u=you r=are ur=your im=i_am pls=please plz=please ' +
    'thx=thanks ty=thanks tysm=thanks wanna=want_to gimme=give_me lemme=let_me cant=can_not wont=will_not thats=that_is doin=doing goin=going ' +
    'hrs=hours mins=minutes yday=yesterday tmrw=tomorrow rn=right_now repo=repository pr=pull_request prs=pull_requests ppl=people guys=all ' +
    'any1=anyone wich=which atm=right_now gonna=going_to gtg=bye anybody=anyone everybody=everyone nobody=no_one wieviele=wie_viele somebody=someone hight=height foto=photo fotos=photos teh=the hw=how blockheight=block_height comit=commit comits=commits comited=committed commited=committed comitted=committed',
);

/**
 * Words that answers look for in a question. They are also corrected if one letter is changed, unlike the
 * other words of the examples (`Understanding.spelled`).
 */
const SPELLINGS = (
  'status weather temperature agents agent portals portal commits commit committed merged merge merges ' +
  'waiting working yesterday height sovereignty controls control settings setting privacy visitors visitor ' +
  'repository requests request podcast happened happening'
).split(' ');
/** Words that only look like a typing error. */
export const OTHER_WORDS: ReadonlySet<string> = new Set(
  'statue statute state states writing wording sitting settling seating postal merger committee committer whether though form salt'.split(
    ' ',
  ),
);
/** `doesnt` */
const WITHOUT_APOSTROPHE = /^(is|are|was|were|do|does|did|has|have|had|could|would|should)nt$/;
const corrected = (word: string): string =>
  word.length < MIN_SPELLED_CHARACTERS || OTHER_WORDS.has(word) || SPELLINGS.includes(word)
    ? word
    : (SPELLINGS.find((known) => known[0] === word[0] && nearlyEqual(word, known)) ?? word);

const WEEKDAYS = /^(?:mon|tues|wednes|thurs|fri|satur|sun)days$/;
const DAY_NUMBER = /^(\d{1,2})(?:st|nd|rd|th)$/;

/**
 * German words and their English equivalents. Replacing them word by word gives no correct translation, but
 * the result is similar enough to the English examples, and the day, number and subject are found in the same
 * way.
 */
const GERMAN = wordTable(
  'wer=who wen=whom wem=whose wie=how wo=where wohin=where_to woher=where_from wann=when warum=why ' +
    'wieso=why weshalb=why was=what wieviel=how_many viele=many viel=much welche=which welcher=which ' +
    'welches=which welchen=which woran=on_what womit=with_what ich=i du=you sie=you wir=we ihr=you ' +
    'mich=me mir=me dich=you dir=you euch=you uns=us mein=my meine=my meinen=my dein=your deine=your ' +
    'es=it man=one ist=is ists=is_it sind=are war=was wars=was_it waren=were bin=am bist=are hat=has ' +
    'hats=has_it hast=have habe=have haben=have wird=will werden=are wurde=was kann=can kannst=can ' +
    'konnen=can soll=should muss=must darf=may gibt=is_there gibts=is_there gab=was_there ' +
    'gabs=were_there geht=works gehts=works der=the die=the das=the den=the dem=the des=the ein=a ' +
    'eine=a einen=a einem=a einer=a und=and oder=or nicht=not kein=no keine=no noch=still auch=too ' +
    'schon=already gerade=now grad=now grade=now jetzt=now hier=here da=here dort=there mit=with ' +
    'von=from zu=to zum=to_the zur=to_the im=in_the am=at_the an=on auf=on aus=off fur=for um=around ' +
    'bei=at diese=this dieser=this dieses=this diesem=this diesen=this letzte=last letzten=last ' +
    'letzter=last letztes=last zuletzt=last neueste=newest neuesten=newest neu=new neues=new ' +
    'heute=today gestern=yesterday morgen=tomorrow woche=week monat=month jahr=year stunde=hour ' +
    'stunden=hours tag=day nacht=night seit=since uhr=time uhrzeit=time spat=late lange=long ' +
    'agenten=agents arbeitet=working arbeiten=working arbeitest=working wartet=waiting warten=waiting ' +
    'schlaft=asleep aktiv=active macht=does machst=doing gemacht=done passiert=happened meisten=most ' +
    'meiste=most fleissig=busy fleissigste=busiest geandert=changed committet=committed ' +
    'gemergt=merged ordner=folder tor=portal tore=portals tur=door turen=doors portale=portals ' +
    'fuhrt=leads fuhren=lead offen=open gesperrt=closed geschlossen=closed kaputt=broken welt=world ' +
    'welten=worlds spiel=game spiele=games spielst=playing spielen=play wetter=weather regnet=raining ' +
    'regen=rain schneit=snowing schnee=snow kalt=cold temperatur=temperature sonne=sun dunkel=dark ' +
    'regenschirm=umbrella blockhohe=block_height souveranitat=sovereignty souveran=sovereign eid=oath ' +
    'schwur=oath stein=stone ringe=rings ringen=rings boden=floor sterne=stars ' +
    'sternbilder=constellations blitze=lightning banner=banners bucher=books regal=shelf kugel=globe ' +
    'figur=figure figuren=figures licht=light lichter=lights etwas=something wenn=if dazugekommen=new ' +
    'echten=real schreib=write leiser=quieter bewegen=move bewege=move unterhaltung=conversation ' +
    'unsere=our gearbeitet=worked deutsch=german gezappt=zapped geschickt=sent anhangen=connect hange=connect ' +
    'leuchten=glow leuchtet=glows farbe=colour farben=colours bedeutet=does_mean bedeuten=do_mean ' +
    'heisst=is_called besitzer=owner betreiber=owner gehort=belongs besucher=visitors leute=people ' +
    'jemand=someone andere=other anderen=others allein=alone sehen=see sieht=sees lesen=read ' +
    'liest=reads schreibe=write gespeichert=stored speicherst=store merken=remember merkst=remember ' +
    'erinnerst=remember daten=data nachrichten=messages gesprach=conversation ton=sound musik=music ' +
    'leise=quiet laut=loud lautstarke=volume foto=photo bild=picture maus=mouse taste=key tasten=keys ' +
    'tastatur=keyboard handy=phone einstellungen=settings laufe=walk laufen=walk gehe=walk gehen=work ' +
    'springen=jump fliegen=fly insel=island hilfe=help installieren=install anschliessen=connect ' +
    'verbinde=connect verbinden=connect modell=model sprache=language konto=account schlussel=key ' +
    'kostet=cost kosten=cost quellcode=source_code seite=page webseite=website einbauen=embed ' +
    'einbinden=embed sichern=back_up sicherung=backup aktualisieren=update zeig=show zeige=show ' +
    'selber=myself selbst=myself brauche=need brauchst=need braucht=need brauchen=need dafur=for_it ' +
    'neue=new neuer=new benutzen=use benutze=use nutzen=use bekomme=get bekommen=get komme=get ' +
    'kommen=come finde=find finden=find mache=make machen=make benachrichtigung=notification ' +
    'benachrichtigungen=notifications andern=change stellen=set ausschalten=turn_off ' +
    'einschalten=turn_on lade=load freund=friend zeigen=show ' +
    'sagen=tell besuch=visitors gaste=visitors sag=tell bring=take bitte=please',
);
/**
 * German words that are also words or names in English texts, as in “the MIT license”: they do not show that
 * a text is German.
 */
const BOTH = new Set('am an banner bin die hat man mit regal spat tag ton tor um war was'.split(' '));
/** The minimum share of German words in a German question. */
const GERMAN_SHARE = 0.3;

const isGerman = (words: readonly string[]): boolean =>
  words.filter((word) => GERMAN.has(word) && !BOTH.has(word)).length >= words.length * GERMAN_SHARE;

/** The English of a German word, also of a mistyped one. */
const englishOf = (word: string): string => {
  const german = GERMAN.has(word) ? word : [...GERMAN.keys()].find((known) => isMistyped(word, known));
  return german === undefined ? word : (GERMAN.get(german) ?? word);
};

const inEnglish = (words: readonly string[]): readonly string[] =>
  words.length > 0 && isGerman(words) ? words.flatMap((word) => englishOf(word).split(' ')) : words;

/**
 * The plain words of a question, with short forms in full, the commonest typing errors corrected, and German
 * words in English.
 */
export const questionWords = (text: string): string[] =>
  inEnglish(plainWords(text))
    .map((word) => (WEEKDAYS.test(word) ? word.slice(0, -1) : word.replace(DAY_NUMBER, '$1')))
    .flatMap((word) => (SHORT_FORMS.get(word) ?? word.replace(WITHOUT_APOSTROPHE, '$1 not')).split(' '))
    .map(corrected);

/** Matches the words before the question itself: “Hey, and what is new?” */
const BEGINNING =
  /^(?:(?:hi|hey|hello|yo|so+|and|but|well|ok|okay|um|is it true that|i heard that) )+(?=(?:\S+ ){2,}\S)/;
const FILLERS =
  /\b(?:please|exactly|actually|really|just|even|currently|kindly|btw|though|anyway) (?=\S)| (?:in the )?(?:meantime|meanwhile)$| (?:please|already|so far|exactly|actually|really|though|btw|anyway|any (?:guess|idea)|i (?:guess|suppose|think))$/g;
/** What the answer is for: “the status, so I can paste it in our channel”. */
const PURPOSE = / so (?:that )?(?:i|we|they|he|she|my \w+|our \w+) (?:can|could|may|might|will|would) .*$/;
/**
 * Removes words that ask nothing, such as “hey” and “please”, from words that are joined by single spaces.
 */
export const withoutFillers = (plain: string): string =>
  plain.replace(BEGINNING, '').replace(PURPOSE, '').replace(FILLERS, '');
