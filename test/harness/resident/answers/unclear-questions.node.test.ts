import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { replyTo } from '../../../../harness/resident/answers/replies.ts';
import { questionOf } from '../../../../harness/resident/question.ts';
import { answerTo, liveState, understanding, withRelay } from '../live-state.ts';

const context = { state: liveState(), history: [], visitors: 1, acting: true };

describe('messages with several parts', () => {
  const say = (text: string, state = liveState()) => answerTo(text, state);

  test('get the answers to all their questions', () => {
    assert.match(
      say('do you keep a log of our conversation and how can I export it?'),
      /^This conversation is stored.*\n\n“Export session” in the header’s menu/,
    );
    assert.match(
      say('hello, who are you and what is this place?'),
      /^I am Timmy, .*\n\nThis is Home World, /,
    );
    assert.equal(say('is it raining and is it cold?'), say('is it raining?'), 'the same answer once');
  });

  test('are answered in the part that is understood, and that part is quoted', () => {
    assert.match(
      say('my cat wants to know, how do I turn the sound off'),
      /Sound is switched on and off with M/,
    );
    assert.match(
      say('how tall is the eiffel tower, and is it raining?'),
      /^I answer only “is it raining”:\n\nWeather: /,
    );
  });

  test('do not lose a part with a word that is not known', () => {
    assert.match(
      say('wer hat den pinguin bestellt & wie ist das wetter?'),
      /^I answer only “wie ist das wetter\??”:\n\nWeather: /,
    );
  });

  test('go on with the part before', () => {
    const block = say('what is the block height and where do you get it from?');
    assert.match(block, /^Block height: 698767\n\n[^]*- block height: chain\.example/);
    assert.match(say('how cold is it, and is it night there?'), /^Weather: [^]*\n\n.*It is 2026/);
  });

  test('are two also where only “or” is between them', () => {
    assert.match(
      say('my grandson sent me this link. do i have to pay or make an account?'),
      /A visit costs nothing[^]*You need no account/,
    );
  });

  test('do not repeat the rows of an answer', () => {
    const said = say('is anyone stuck right now and does anyone need me?');
    const rows = said.split('\n').filter((line) => line.startsWith('- '));
    assert.equal(new Set(rows).size, rows.length, said);
  });

  test('are no question if they only tell something', () => {
    assert.doesNotMatch(say('i clicked on it but nothing happened'), /commits/);
  });

  test('do not take “it” of a later part for the home', () => {
    assert.doesNotMatch(say('what was the last merged pull request and who wrote it?'), /run by its owner/);
  });
});

describe('additions to the question before', () => {
  const after = (before: string, text: string, state = liveState()): string =>
    replyTo(text, {
      ...context,
      state,
      understanding,
      history: [
        { role: 'visitor', text: before },
        { role: 'resident', text: '…' },
      ],
    }).text;

  test('are answered as that question with the words of both', () => {
    assert.match(after('how many commits today?', 'what about yesterday?'), /commits?\*\* yesterday \(UTC\)/);
    assert.match(
      after('what is Ada working on?', 'since when?'),
      /^\*If you ask about this author:\*\n\nAda: WORKING/,
    );
    assert.match(
      after('block height', 'how old is that number?'),
      /- block height: chain\.example · just now$/,
    );
    assert.match(
      after('take me to the far world', 'why?'),
      /^\*If you ask about this portal:\*\n\n\*\*Far World/,
    );
  });

  test('are questions of their own if they name what they ask for', () => {
    assert.match(after('how many commits today?', 'weather'), /^Weather: /);
  });
});

describe('words that an answer leaves out', () => {
  const say = (text: string) => answerTo(text, liveState());

  test('are named before it', () => {
    assert.match(
      say('where does the orange portal go'),
      /^I leave out “orange”[^]+\*If you ask about the portals:\*/,
    );
    assert.doesNotMatch(say('where do the portals go'), /leave out/);
  });

  test('leave no answer if there are two, or one in an unclear question', () => {
    assert.match(say('what is the orange pineapple thing of the portals'), /^I do not know that/);
    assert.match(say('Was kostet gerade ein Barren Palladium?'), /^I do not know that/);
    assert.match(say('who sang Volare'), /^I do not know that/);
  });

  test('do not matter to a mistyped word, or in an answer that says what it cannot do', () => {
    assert.doesNotMatch(say('which portalls are there'), /leave out/);
    assert.match(say('write me a sonnet about zucchini'), /^That would need a model/);
  });
});

describe('what the resident remembers', () => {
  for (const text of [
    'Please remember that my name is Clara and that I like orchids.',
    'do you remember what I told you last week?',
    'Merkst du dir, was ich dir schreibe?',
  ])
    test(`is nothing without a model: “${text}”`, () => {
      assert.match(answerTo(text, liveState()), /^I cannot note anything for you: that needs a model/);
    });
});

describe('questions with mistyped words', () => {
  test('are read as with the words of the examples', () => {
    const photo = answerTo('how do I take a picture', liveState());
    assert.match(photo, /^Shortcuts:/);
    assert.equal(answerTo('how do i take a pciture', liveState()), photo);
    assert.match(answerTo('Welche Potale sind grade gespert?', liveState()), /^0 of 1 portal/);
  });
});

describe('questions in other languages', () => {
  test('are told which languages are understood', () => {
    assert.match(
      answerTo('Como agrego mis sesiones de Claude Code aquí?', liveState()),
      /understand English/,
    );
  });
});

describe('German questions', () => {
  const answers: Readonly<Record<string, RegExp>> = {
    'wie kann ich das selber hosten? was brauche ich dafür?': /^To start your own home/,
    'Wie exportiere ich die Unterhaltung?': /“Export session”/,
    'hast du gerade besuch?': /^You are the only visitor/,
    'wie viele commits gabs diese woche': /^\*\*2 commits\*\* in the last 7 days/,
    'wie is das wetter grad bei euch': /^Weather: /,
    'Kann ich den Ton ausmachen, der brummt so': /^Sound is switched/,
    'Was hat es mit diesem Eid auf sich?': /the oath/,
    'Kann ich die Sprache auf Deutsch umstellen?': /^The pages are in English only/,
  };
  for (const [text, answer] of Object.entries(answers))
    test(`are read with the English words: “${text}”`, () => {
      assert.match(answerTo(text, liveState()), answer);
    });
});

describe('English questions with words that are German too', () => {
  test('stay as they are', () => {
    const licence = answerTo('what license is this?', liveState());
    assert.match(licence, /open source \(MIT\)/);
    assert.equal(answerTo('is it the MIT license?', liveState()), licence);
    assert.equal(questionOf('MIT?', context).plain, 'mit');
    assert.equal(questionOf('a ton of commits', context).plain, 'a ton of commits');
  });
});

describe('a question where a thing is', () => {
  for (const text of ['where is the oath?', 'where are the bookshelves', 'wo ist der Eid?'])
    test(`is answered with the way: “${text}”`, () => {
      assert.match(answerTo(text, liveState()), /^I know the way to the /);
    });
});

describe('questions about the resident', () => {
  test('are not taken for one about an author, and have its limits', () => {
    assert.match(answerTo('what has Timmy been up to', liveState()), /^I answer visitors\./);
    assert.match(answerTo('what are you not able to do?', liveState()), /^I read the figures of this home/);
    assert.match(answerTo('are you a robot or a real person?', liveState()), /: a program, not a person\./);
  });
});

describe('a part of a message that asks for nothing', () => {
  test('has no answer of its own', () => {
    const state = liveState();
    assert.equal(answerTo('the commits, I guess', state), answerTo('the commits', state));
    assert.doesNotMatch(
      answerTo('Which portal is being rebuilt and how far along is it?', state),
      /I answer visitors/,
    );
  });

  test('leaves the other part its answer, if together they are not understood', () => {
    assert.match(
      answerTo('How do I turn the sound off, it hums whenever I stand near a gate?', liveState()),
      /^I answer only “How do I turn the sound off”:\n\nSound is switched/,
    );
  });
});

describe('the weather of another place', () => {
  for (const text of [
    'What is the weather like in Lisbon this minute, my flight leaves tonight?',
    'Wie ist das Wetter in Berlin?',
  ])
    test(`is not told: “${text}”`, () => {
      assert.match(answerTo(text, liveState()), /^I know only the place of this home\. Weather:/);
    });
});

describe('questions that are not clear', () => {
  test('get an answer that names what it is about', () => {
    assert.match(
      answerTo('something about the agents', liveState()),
      /^\*I am not sure what you ask\. About the agents:\*\n\n/,
    );
  });

  test('get questions like them, if none is near enough', () => {
    assert.match(
      answerTo('tell us more on the commits please friend', liveState()),
      /^I do not know that\. What I can answer, for example: “/,
    );
  });

  test('about authors whom the home does not have are answered with those that it has', () => {
    assert.equal(
      answerTo('How many commits did Linus Torvalds make today?', liveState()),
      'I see no author or agent of that name, only Ada, Bob Stone, Carol.',
    );
  });
});

describe('a question that has no meaning alone', () => {
  test('is refused without a question before it that it can go on with', () => {
    for (const text of ['why not', 'for whom?', 'since when', 'who merged that?'])
      assert.match(answerTo(text, liveState()), /^I do not know that/, text);
  });
});

describe('a word that is also a part of a name', () => {
  test('is no name in a question to the resident', () => {
    const state = liveState();
    const config = state.config.get();
    state.config.set({ ...config, codeHost: { ...config.codeHost, agents: ['Tin Robot', 'Ada'] } });
    assert.match(answerTo('so you are a robot, not a person?', state), /a program, not a person/);
    assert.match(answerTo('what is Tin Robot working on?', state), /^Tin Robot: /);
  });
});

describe('a part of a message', () => {
  const say = (text: string) => answerTo(text, liveState());

  test('has no answer of its own if it only ends a list or tells something', () => {
    const feed = say('do you have an RSS feed?');
    assert.equal(say('do you have an RSS feed with the merges and incidents?'), feed);
    assert.doesNotMatch(say('I am new. What is this place?'), /commits?\*\*/);
  });

  test('is asked if a question mark follows it', () => {
    assert.match(say('sovereignty still as low? is it cold?'), /Sovereignty: 57%[^]+Weather: /);
  });

  test('is not missing if the answer before it has it', () => {
    const state = withRelay(liveState());
    assert.doesNotMatch(
      answerTo('how many zaps did you get, and how many sats are they worth?', state),
      /I answer only/,
    );
  });
});
