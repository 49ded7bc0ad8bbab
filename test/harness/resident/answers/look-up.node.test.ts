import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readDocs } from '../../../../harness/resident/model/resident-setup.ts';
import { Docs } from '../../../../harness/resident/docs.ts';
import { intents } from '../../../../harness/resident/answers/intents.ts';
import { nearestSection } from '../../../../harness/resident/answers/look-up.ts';
import { questionOf } from '../../../../harness/resident/question.ts';
import { replyTo } from '../../../../harness/resident/answers/replies.ts';
import { converse as converseIn, liveState, understanding } from '../live-state.ts';

const docs = await readDocs();

const converse = (...questions: string[]): string => converseIn(questions, liveState(), { docs });

describe('the docs', () => {
  test('answer what no intent knows, with page and heading', () => {
    assert.match(
      converse('do you export opentelemetry traces to a collector?'),
      /\*(?:From|The nearest in the docs is) `docs\/operations\.md`, “Traces”:\*\n\nWith `OTEL_EXPORTER_OTLP_ENDPOINT`/,
    );
    assert.match(
      converse('can Prometheus scrape metrics from here?'),
      /“Metrics”:\*\n\nWith a secret in `HOME_WORLD_METRICS_TOKEN`[^]+```sh\n/,
    );
    assert.match(
      converse('how do I rotate the token of the bridge?'),
      /\*(?:From|The nearest in the docs is) `docs\/operations\.md`, “Rotate a token”:\*/,
    );
  });

  test('go on after a reply that names one of their pages', () => {
    const backup = converse('how can I back up my whole home?');
    assert.match(
      backup,
      /^The owner updates, [^]*\*(?:From|The nearest in the docs is) `docs\/operations\.md`, “Backup and restore”:\*/,
    );
    assert.match(backup, /home-world backup home-backup\.tar\.gz[^]*The archive contains/);
    assert.equal(converse('how do I change the port?').match(/--port PORT/g)?.length, 1);
  });

  test('are quoted where a reply of how to use the home only names the page', () => {
    const cursor = converse('how do I use this with Cursor');
    assert.match(cursor, /home-world emit[^]*`docs\/agents\.md`, “[^”]+”:\*[^]*Cursor/);
    assert.match(
      converse('can I make my home private so only I get in?'),
      /“Who sees the home”:\*[^]*"access": "owner"/,
    );
  });

  test('show the commands of a section with a row of its table', () => {
    assert.match(
      converse('does that work for codex too?'),
      /- \*\*Codex\*\*: file: `~\/\.codex\/hooks\.json`[^]*home-world hooks install codex/,
    );
  });

  test('do not answer what goes on with a reading, or asks for another row of a list', () => {
    assert.match(converse('what is the block height?', 'can i see it?'), /Block height: 698767$/);
    assert.doesNotMatch(converse('what was the first commit?', 'who made the newest one?'), /Bob Stone/);
  });

  test('tell an agent that answers visitors from an owner who answers an agent', () => {
    assert.doesNotMatch(converse('can my agent answer it?'), /you answer at `\/door`/);
    assert.match(converse('how can I answer it from my phone?'), /you answer at `\/door`/);
  });

  test('are shown where a question has the whole heading of a section, and little else', () => {
    assert.match(converse('can I run it behind Caddy?'), /`docs\/operations\.md`, “Caddy”:\*/);
    assert.match(
      converse('can I use nginx?'),
      /^I am not sure what you ask\.[^]*`docs\/operations\.md`, “nginx”:\*/,
    );
  });

  test('answer a question that goes on with such a reply', () => {
    const panel = 'how do I hang up a panel of my own?';
    assert.match(converse(panel), /docs\/modules\.md/);
    assert.match(converse(panel, 'does it need a build?'), /You need no build and no fork/);
    assert.match(
      converse('how can I back up my whole home?', 'and restoring it elsewhere?'),
      /“Backup and restore”/,
    );
  });

  test('begin numbered steps with the first one', () => {
    assert.match(
      converse('where can I sign in as the owner?'),
      /“Sign in”:\*\n\n1\. On the machine of the home/,
    );
  });

  test('show a table for a question about several things, and code where that is asked for', () => {
    const tools = converse('What MCP tools does the home offer to an agent that moves in?');
    assert.match(tools, /“Over MCP”:\*\n\n- \*\*`home_status`\*\*[^]*`say`/);
    assert.match(
      converse('I want my blog to show the agents widget. whats the html'),
      /“Example”:\*\n\n```html\n[^]*<hw-agents /,
    );
  });

  test('leave a reply without a topic as it is', () => {
    assert.equal(
      converse('what is the weather', 'how do I order them pizza at the Zork gate'),
      'I see no portal of that name, only Far World.',
    );
  });

  test('take “before” for a circumstance', () => {
    assert.match(converse('How do i backup my home before i update'), /“Backup and restore”/);
  });

  test('say what a rare word asks for, which the reply does not have', () => {
    const said = converse('can the resident play minecraft or some other game through MCP?');
    assert.match(
      said,
      /^\*If you ask about games:\*\n\n[^]*\*(?:From|The nearest in the docs is) `docs\/games\.md`/,
    );
    assert.match(said, /MCP/);
  });

  test('help with a sign of doubt where nothing is sure', () => {
    assert.match(
      converse('lost my phone, how do i kick it out of the door'),
      /^I am not sure what you ask\. Perhaps this helps\.\n\n\*From `docs\/door\.md`[^]*\n\nAlso near: [^]*“Devices and keys” in `docs\/door\.md`/,
    );
  });

  test('show two sections where neither is surely the answer', () => {
    const said = converse('are those little lights other people or bots');
    assert.match(
      said,
      /^I am not sure what you ask[^]*“For visitors”:\*[^]*“Together: other visitors in the world”:\*/,
    );
  });

  test('name no section that would start the crown, unless it is asked for', () => {
    const page = [
      '# Page\n\n## Segments\n\nThe ring has a segment for each part, and a colour.',
      '## The sovereignty ring\n\nThe ring has segments and a colour.',
      '## Lights\n\nA ring of light has a colour and segments.',
    ].join('\n\n');
    const asked = '[page.md > Segments]\nwhich colour has each segment of the ring';
    const own = new Docs({ 'docs/page.md': page }, asked);
    const shown = (plain: string): string => {
      const question = {
        ...questionOf(plain, { state: liveState(), history: [], visitors: 1, acting: true }),
      };
      const guess = { isSure: false, isLikely: false, example: '', probabilities: new Map<string, number>() };
      return nearestSection({ question, intent: intents.nothing, ...guess }, own, ['ring'])?.text ?? '';
    };
    const said = shown('each segment of light');
    assert.match(said, /“Segments”:\*[^]*“Lights”:\*/);
    assert.doesNotMatch(said, /sovereignty/);
    assert.match(shown('each segment of sovereignty'), /sovereignty/);
  });

  test('keep to the topic of the conversation', () => {
    const letter = 'how do I write a letter to one of my agents?';
    assert.match(converse(letter), /`docs\/door\.md`/);
    assert.match(
      converse(letter, 'which programs can take them?'),
      /\*(?:From|The nearest in the docs is) `docs\/agents\.md`, “Letters”/,
    );
    const widget = 'I want my blog to show the agents widget. whats the html';
    assert.match(converse(widget, 'it just says ERROR on my page, why?'), /\*From `docs\/embedding\.md`/);
  });

  test('answer where a question of theirs is nearer than the examples of the intent', () => {
    assert.match(
      converse('which coding agents does it support'),
      /^\*(?:From|The nearest in the docs is) `docs\/agents\.md`[^]*OpenCode/,
    );
    assert.match(
      converse('anything flashing? i get migraines'),
      /^\*(?:From|The nearest in the docs is) `docs\/settings\.md`[^]*\*\*Motion\*\*/,
    );
    assert.match(converse('what are those gold lights going up'), /energy.beam/);
    assert.match(converse('how full is claudes context'), /“The status line of Claude Code”/);
    assert.match(converse('how many tokens did i use today'), /`docs\/usage\.md`, “Where you see it”/);
    assert.match(
      converse('can others see me', 'how do i turn that off?'),
      /`docs\/settings\.md`[^]*\*\*Show me to others\*\*/,
    );
  });

  test('answer the question of one part of a message, with the words of the others', () => {
    assert.match(
      converse('a session is stuck, claude crashed an hour ago. how do i get rid of it'),
      /“Sessions that were killed or interrupted”/,
    );
  });

  test('answer a short question with the words of the one before', () => {
    assert.match(
      converse('how do i hook up claude code', 'what does it send about my code'),
      /“What leaves your machine”/,
    );
    assert.match(
      converse('can i put the weather on my blog', 'it shows nothing, why'),
      /“When a widget shows no reading”/,
    );
    assert.match(
      converse('how do I go through a door?', 'and where does that lead?'),
      /^\*If you ask about the portals/,
    );
  });

  test('go on with what a section before was about', () => {
    assert.match(
      converse('how many tokens did my agents burn this week', 'can visitors see that'),
      /^\*From `docs\/usage\.md`, “Where you see it”:\*\n\nOnly the owner sees it/,
    );
    assert.match(
      converse('where do the portals go', 'why is one of them dark'),
      /“What a disc shows”[^]*is dark/,
    );
    // The words of its own are enough.
    assert.match(
      converse('the widget stays empty', 'can i change the colors of the widgets'),
      /“In your own look”/,
    );
  });

  test('answer the section that a question names, and not one that has more of its other words', () => {
    assert.match(
      converse('how do i update without losing my settings'),
      /“Update”:\*\n\nA new version keeps your settings and data\. In a clone: `git pull`/,
    );
    assert.match(converse('how can i add my own panel to the world'), /“A panel in one file”/);
    assert.match(
      converse('one is private on gitlab, where do i put the token'),
      /“The code host”[^]*HOME_WORLD_CODE_HOST_TOKEN/,
    );
  });

  test('explain notices to an owner who asks to be called', () => {
    assert.match(
      converse('can you ping me when one of my agents is stuck waiting for me'),
      /^The home sends notices/,
    );
    assert.match(
      converse('can you ping me when one of my agents is stuck waiting for me', 'on iphone too?'),
      /`docs\/push\.md`[^]*iPhone/,
    );
    for (const text of [
      'tell me when the last commit was',
      'let me know if it is raining',
      'tell me if a portal is offline',
    ])
      assert.doesNotMatch(converse(text), /sends notices/, text);
  });

  test('answer a message of which only a part would have another answer', () => {
    assert.match(
      converse('codex does not show up, only claude code does. what did I miss?'),
      /^\*From `docs\/agents\.md`[^]*home-world hooks install codex/,
    );
  });

  test('show a doubt where a question shares nothing with the conversation', () => {
    assert.match(
      converse('why is it so dark here', 'will it get brighter in the morning?'),
      /^\*I am not sure what you ask\. About the weather:\*/,
    );
    assert.match(converse('who are you', 'is it raining?'), /^Weather:/);
  });

  test('answer a question that is nearly one of theirs with the row that it is about', () => {
    assert.match(
      converse('my laptop fan is going crazy, can you make it less heavy'),
      /^I am not sure [^]*`docs\/settings\.md`[^]*\*\*Quality\*\*/,
    );
  });

  test('leave alone what an answer of its own has', () => {
    assert.match(
      converse('how do i run this on my own computer', 'do I need an api key for that?'),
      /You need no account, no key/,
    );
  });

  test('do not answer for the readings, nor small talk, nor the rest of the world', () => {
    for (const text of [
      'what is the weather now?',
      'who waits for permission?',
      'which portals are online?',
      'how many commits today?',
      'what is the status?',
      'do you have a soul?',
      'how do I lose weight?',
      'what should I cook with pumpkin and rice?',
      'hello',
    ])
      assert.doesNotMatch(converse(text), /\*(?:From|The nearest in the docs is) `docs/, text);
  });

  test('do not start the crown for another topic', () => {
    for (const text of ['how do I add a 3D object?', 'which badges are there for a readme?'])
      assert.doesNotMatch(converse(text), /sovereignty/i, text);
  });

  test('may be missing', () => {
    const context = { state: liveState(), history: [], visitors: 1, acting: true, understanding };
    const { text } = replyTo('do you export opentelemetry traces to a collector?', context);
    assert.doesNotMatch(text, /\*From/);
  });
});
