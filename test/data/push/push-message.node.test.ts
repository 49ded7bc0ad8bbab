import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { homeUrl, messageText, parseMessage } from '../../../data/push/push-message.ts';

const SCOPE = 'https://home.example/';
const notice = {
  tag: 'ask-1',
  title: 'shop · main',
  body: 'Codex needs a permission.',
  url: `${SCOPE}door#ask=1`,
  silent: false,
};

describe('a push message', () => {
  test('is read as it was written', () => {
    for (const message of [
      { notice, badge: 3 },
      { notice, badge: undefined },
      { close: 'ask-1', badge: 0 },
    ])
      assert.deepEqual(parseMessage(messageText(message), SCOPE), message);
  });

  test('has the members without which Safari shows nothing', () => {
    // https://www.w3.org/TR/push-api/#members-of-a-declarative-push-message
    const message = JSON.parse(messageText({ notice, badge: 2 })) as {
      web_push: number;
      notification: Record<string, unknown>;
    };
    assert.equal(message.web_push, 8030);
    assert.equal(message.notification['title'], notice.title);
    assert.ok(URL.canParse(String(message.notification['navigate'])));
  });

  test('of another form is none', () => {
    for (const text of [
      '',
      'x',
      '1',
      'null',
      '[]',
      '{}',
      '{"close":""}',
      '{"close":7}',
      '{"notification":{}}',
    ])
      assert.equal(parseMessage(text, SCOPE), undefined, text);
    const [text, changes] = [messageText({ notice, badge: 1 }), [/8030/, /"title"/, /"tag"/]];
    for (const change of changes) assert.equal(parseMessage(text.replace(change, '"x"'), SCOPE), undefined);
  });

  test('has limits, and opens only pages of the home', () => {
    const long = { ...notice, title: 'x'.repeat(9_000), body: 'y'.repeat(9_000) };
    const parsed = parseMessage(messageText({ notice: long, badge: -1 }), SCOPE);
    assert.ok(parsed && 'notice' in parsed);
    assert.equal(parsed.notice.title.length, 120);
    assert.equal(parsed.notice.body.length, 200);
    assert.equal(parsed.badge, undefined);
    const door = `${SCOPE}door`;
    for (const url of [
      'https://evil.example/',
      '//evil.example',
      'javascript:alert(1)',
      7,
      '',
      'https://home.example.evil/',
    ])
      assert.equal(homeUrl(url, SCOPE), door, String(url));
    assert.equal(
      homeUrl('https://home.example/', 'https://home.example/under/'),
      'https://home.example/under/door',
    );
    assert.equal(homeUrl('heartbeat.html', SCOPE), `${SCOPE}heartbeat.html`);
  });
});
