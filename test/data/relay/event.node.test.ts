import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRelayFrame } from '../../../data/relay/frames.ts';
import { verifyEvents } from '../../../data/relay/verify.ts';
import { type Ranked, rank } from '../../../data/relay/ranking.ts';
import { recorded, recordedText } from '../../helpers/recorded.ts';
import type { NostrEvent } from '../../helpers/relay.ts';

interface Recorded {
  meta: { sats?: number; request?: { comment: string } };
  event: NostrEvent;
}
const valid = recorded<Recorded[]>('nostr/events.json');
const forged = recorded<{ name: string; event: unknown }[]>('nostr/events-forged.json');
const hostile = recorded<{ name: string; event: NostrEvent }[]>('nostr/events-hostile-signed.json');
/** Whether the text has no lone surrogate: URI encoding refuses those. */
const isWellFormed = (text: string): boolean => {
  try {
    return encodeURIComponent(text) !== '';
  } catch {
    return false;
  }
};
const kept = (name: string) => {
  const result = verifyEvents(hostile.find((entry) => entry.name === name)?.event);
  assert.ok(result.valid, name);
  return result.event;
};

test('accepts every recorded event, in the shape of the specification', () => {
  for (const { event } of valid) {
    const result = verifyEvents(event);
    assert.ok(result.valid, event.id);
    assert.equal(result.event.id, event.id.slice(0, 8));
    assert.equal(result.event.pubkey, event.pubkey.slice(0, 8));
    assert.equal(result.event.kind, event.kind);
    assert.equal(result.event.created_at, event.created_at);
    assert.ok(result.event.content.length <= 60 && isWellFormed(result.event.content));
    assert.ok(result.event.content !== '', 'no blank line in the feed');
  }
  assert.ok(valid.length > 60);
});

test('accepts no forged event', () => {
  for (const { name, event } of forged) assert.equal(verifyEvents(event).valid, false, name);
  assert.equal(forged.length, 14);
});

test('refuses a forgery of an event that was just verified', () => {
  const [{ event } = assert.fail()] = valid;
  assert.equal(verifyEvents(event).valid, true);
  const edited = Object.assign(event, { content: 'edited in place' });
  assert.equal(verifyEvents(edited).valid, false);
});

test('reads the sats of a zap’s invoice and the comment of its request', () => {
  const zaps = valid.filter(({ event }) => event.kind === 9735);
  for (const { meta, event } of zaps) {
    const result = verifyEvents(event);
    assert.ok(result.valid);
    assert.equal(result.event.sats, meta.sats);
    const comment = meta.request?.comment.trim();
    const short = comment && comment.length > 60 ? `${comment.slice(0, 57)}...` : comment;
    if (event.content === '' && short) assert.equal(result.event.content, short);
  }
  assert.ok(zaps.length >= 16);
});

test('an invoice without an amount has no sats', () => {
  const event = kept('zap-amountless-invoice');
  assert.equal(event.sats, undefined);
  assert.equal(event.content, 'zap');
});

test('shows every form of a like as a like', () => {
  const likes = valid.filter(({ event }) => event.kind === 7 && ['', '+'].includes(event.content));
  assert.ok(likes.length > 0);
  for (const { event } of likes) {
    const result = verifyEvents(event);
    assert.ok(result.valid);
    assert.equal(result.event.content, 'like');
  }
});

test('keeps sixty characters; one more becomes 57 and three dots', () => {
  assert.equal(kept('length-60').content.length, 60);
  const cut = kept('length-61').content;
  assert.equal(cut.length, 60);
  assert.ok(cut.endsWith('...'));
  assert.equal(kept('long-16k').content.length, 60);
});

test('never cuts a character in half', () => {
  for (const { name } of hostile) assert.ok(isWellFormed(kept(name).content), name);
  assert.equal(kept('wide-emoji-60').content, '🚀'.repeat(30));
  assert.equal(kept('wide-emoji-62').content, `${'🚀'.repeat(28)}...`);
});

test('refuses invalid relay frames and distinguishes the valid ones', () => {
  const odd = recorded<{ name: string; text: string }[]>('nostr/frames-odd.json');
  const types = Object.fromEntries(odd.map(({ name, text }) => [name, parseRelayFrame(text).type]));
  const of = (wanted: string): string[] =>
    Object.keys(types)
      .filter((name) => types[name] === wanted)
      .toSorted();
  assert.deepEqual(of('refused'), [
    'bom',
    'deep-nesting',
    'empty',
    'empty-array',
    'event-null',
    'event-string',
    'event-two-elements',
    'html',
    'json-null',
    'json-number',
    'json-object',
    'nested-array',
    'plain-text',
    'tail-fragment',
    'truncated-json',
  ]);
  assert.deepEqual(of('closed'), ['closed', 'closed-auth']);
  assert.deepEqual(of('event'), ['event-other-sub', 'proto-pollution']);
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
});

test('reads every frame of a recorded relay session', () => {
  const frames = recordedText('nostr/frames.jsonl').trim().split('\n').map(parseRelayFrame);
  assert.ok(frames.length > 40);
  assert.ok(frames.every(({ type }) => type === 'event' || type === 'eose'));
});

test('refuses a frame over 64 kB, counted in bytes', () => {
  const frame = (character: string, count: number): string =>
    JSON.stringify(['NOTICE', character.repeat(count)]);
  assert.equal(parseRelayFrame(frame('a', 60_000)).type, 'notice');
  assert.equal(parseRelayFrame(frame('a', 66_000)).type, 'refused');
  assert.equal(parseRelayFrame(frame('é', 33_000)).type, 'refused');
  assert.equal(parseRelayFrame(new ArrayBuffer(8)).type, 'refused');
});

test('keeps the newest fifty, newest first, ties by the lowest id', () => {
  const list: Ranked[] = [];
  const put = (id: string, created_at: number): boolean =>
    rank(list, { id, event: { id, pubkey: '', content: '', kind: 1, created_at } });
  for (let i = 0; i < 60; i += 1) put(`n${i}`, (i * 37) % 60);
  assert.equal(list.length, 50);
  assert.deepEqual(
    list.map(({ event }) => event.created_at),
    Array.from({ length: 50 }, (_, i) => 59 - i),
  );
  assert.equal(put('old', 3), false);
  put('b', 100);
  put('a', 100);
  put('c', 100);
  assert.deepEqual(
    list.slice(0, 3).map(({ id }) => id),
    ['a', 'b', 'c'],
  );
});
