import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { defaultConfig } from '../../../data/config/config.ts';
import { changeSettings } from '../../../data/config/settings/settings.ts';
import { emit } from '../../../data/core/event.ts';
import { type State, createState } from '../../../data/state.ts';
import {
  MAX_SPOKEN_CHARACTERS,
  createWorldActions,
  readWorldAction,
} from '../../../data/chat/world-action.ts';
import { acceptOffer } from '../../../data/view/offer.ts';
import { dispatchView } from '../../../data/view/view-state.ts';
import { portal, setPortals } from '../../helpers/home-readings.ts';
import { theme } from '../../../theme/theme.ts';

let state: State;
let now: number;
let warnings: string[];
let module: ReturnType<typeof createWorldActions>;
/** Sends as the bridge client does: one frame per task. */
const act = async (action: string, detail: Record<string, unknown> = {}): Promise<void> => {
  emit(state.world.action, { action, detail });
  await Promise.resolve();
};

beforeEach(() => {
  now = 1_700_000_000_000;
  state = createState(defaultConfig);
  warnings = [];
  module = createWorldActions(() => now, { warn: (text: string) => void warnings.push(text) });
  module.init(undefined, state, theme);
});
afterEach(() => module.dispose?.());

test('fireworks start with or without a reason', async () => {
  await act('fireworks', { reason: ' a milestone ' });
  assert.deepEqual(state.fireworks.get(), { count: 1, detail: 'a milestone' });
  await act('fireworks');
  assert.deepEqual(state.fireworks.get(), { count: 2, detail: '' });
});

test('the resident’s sentence shows above the resident and in the log, under its name', async () => {
  state.resident.set({ name: 'Ada', attached: true, note: '' });
  await act('speak', { text: 'The **build** is green.', speaker: 'SOMEBODY ELSE' });
  const said = { speaker: 'ADA', text: 'The **build** is green.' };
  assert.deepEqual(state.speech.get(), { count: 1, detail: said });
  assert.deepEqual(state.log.get(), [{ ts: now, ...said }]);
});

test('a long text is cut, and a malformed action is ignored', async () => {
  assert.deepEqual(readWorldAction({ action: 'speak', detail: { text: ' a\u202eb\u0000\nc ' } })?.detail, {
    text: 'ab c',
  });
  assert.deepEqual(readWorldAction({ action: 'speak', detail: { text: 'x'.repeat(5000) } })?.detail, {
    text: 'x'.repeat(MAX_SPOKEN_CHARACTERS),
  });
  for (const [action, detail] of [
    ['speak', {}],
    ['speak', { text: '   ' }],
    ['speak', { text: ['a'] }],
    ['fireworks', { reason: { toString: 'x' } }],
    ['fly-to-portal', { portal: 'a' }],
    ['fly', {}],
    ['fly', { portal: '' }],
    ['fly', { portal: ['a'] }],
    ['fly', { portal: 'x'.repeat(65) }],
    ['constructor', {}],
    ['', {}],
  ] as const)
    await act(action, detail);
  assert.equal(state.fireworks.get().count, 0);
  assert.equal(state.speech.get().count, 0);
  assert.equal(state.offer.get(), undefined);
});

test('a flight to a portal is offered and starts only when the visitor accepts', async () => {
  setPortals(state, [portal('a')]);
  state.resident.set({ name: 'Ada', attached: true, note: '' });
  await act('fly', { portal: 'a' });
  assert.deepEqual(state.offer.get(), {
    text: 'Ada shows you World a',
    act: { kind: 'fly', portalId: 'a' },
    until: now + 30_000,
  });
  assert.equal(state.world.visit.get(), undefined);
  dispatchView(state, { kind: 'enter', mode: 'overview' });
  assert.equal(acceptOffer(state), true);
  assert.deepEqual(state.world.visit.get(), { portalId: 'a', manner: 'flight' });
  assert.equal(state.view.get().mode, 'normal');
  assert.equal(acceptOffer(state), false, 'once');
});

test('a flight accepted in orbit leaves the orbit and shows the flight', async () => {
  setPortals(state, [portal('a')]);
  dispatchView(state, { kind: 'navigate' });
  await act('fly', { portal: 'a' });
  assert.equal(acceptOffer(state), true);
  assert.deepEqual(state.view.get(), { mode: 'normal', navigation: 'walk' });
  dispatchView(state, { kind: 'navigate' });
  await act('time-lapse');
  assert.equal(acceptOffer(state), true);
  assert.equal(state.view.get().navigation, 'orbit', 'a day is seen from anywhere');
});

test('a viewpoint is offered in the same way', async () => {
  state.resident.set({ name: 'Ada', attached: true, note: '' });
  await act('fly', { panel: 'oath' });
  assert.equal(state.offer.get()?.text, 'Ada shows you the oath stone');
  assert.equal(state.world.goTo.get(), undefined);
  assert.equal(acceptOffer(state), true);
  assert.deepEqual(state.world.goTo.get(), { kind: 'panel', name: 'oath' });
  await act('fly', { panel: 'nothing' });
  assert.equal(state.offer.get(), undefined);
});

test('nothing is offered without a picture', async () => {
  state.world.status.set({ phase: 'unavailable', progress: 0, note: '' });
  await act('fly', { panel: 'oath' });
  assert.equal(state.offer.get(), undefined);
});

test('the resident points, turns and makes gestures at once, and the log says so', async () => {
  setPortals(state, [portal('a')]);
  state.resident.set({ name: 'Ada', attached: true, note: '' });
  const moves = state.world.residentMove.reader();
  await act('point', { panel: 'oath' });
  await act('turn', { portal: 'a' });
  await act('gesture', { gesture: 'shake-head' });
  assert.deepEqual(
    [moves.next(), moves.next(), moves.next()],
    [
      { kind: 'point', place: { kind: 'panel', name: 'oath' } },
      { kind: 'turn', place: { kind: 'portal', id: 'a' } },
      { kind: 'gesture', gesture: 'shake-head' },
    ],
  );
  assert.deepEqual(
    state.log.get().map(({ text }) => text),
    ['Ada points at the oath stone', 'Ada turns to World a', 'Ada shakes its head'],
  );
  assert.equal(state.offer.get(), undefined, 'the visitor’s view stays');
});

test('the resident points at nothing that this home does not have, and does not wave all day', async () => {
  for (const [action, detail] of [
    ['point', { portal: 'nowhere' }],
    ['point', { panel: 'nothing' }],
    ['turn', {}],
    ['gesture', { gesture: 'jump' }],
  ] as const)
    await act(action, detail);
  assert.equal(state.world.residentMove.get().count, 0);
  assert.deepEqual(warnings, ['world-action point: this home has no portal "nowhere".']);
  for (let i = 0; i < 20; i++) await act('gesture', { gesture: 'wave' });
  assert.equal(state.world.residentMove.get().count, 4);
  changeSettings(state, { acting: false });
  now += 60_000;
  await act('gesture', { gesture: 'wave' });
  assert.equal(state.world.residentMove.get().count, 4);
});

test('the day’s time-lapse is offered in the same way', async () => {
  await act('time-lapse');
  assert.equal(state.view.get().mode, 'normal');
  assert.equal(acceptOffer(state), true);
  assert.equal(state.view.get().mode, 'time-lapse');
});

test('a view is offered in the same way', async () => {
  state.resident.set({ name: 'Ada', attached: true, note: '' });
  for (const [mode, text] of [
    ['overview', 'Ada shows you the island from above'],
    ['photo', 'Ada shows you the view for photographs'],
  ] as const) {
    await act('view', { mode });
    assert.equal(state.offer.get()?.text, text);
    assert.equal(state.view.get().mode === mode, false);
    assert.equal(acceptOffer(state), true);
    assert.equal(state.view.get().mode, mode);
  }
  await act('view', { mode: 'warp' });
  assert.equal(state.offer.get(), undefined);
});

test('an offer does not interrupt a warp', async () => {
  await act('time-lapse');
  dispatchView(state, { kind: 'warp', portalId: 'a', href: 'https://a.example/' });
  assert.equal(acceptOffer(state), false);
  assert.equal(state.view.get().mode, 'warp');
});

test('an offer expires after a while, and the latest one replaces the others', async () => {
  setPortals(state, [portal('a'), portal('b')]);
  await act('fly', { portal: 'a' });
  now += 10_000;
  await act('fly', { portal: 'b' });
  now += 29_000;
  module.update(0, 0);
  assert.deepEqual(state.offer.get()?.act, { kind: 'fly', portalId: 'b' });
  now += 1_000;
  module.update(0, 0);
  assert.equal(state.offer.get(), undefined);
  now += 60_000;
  await act('fly', { portal: 'b' });
  now -= 3_600_000;
  module.update(0, 0);
  assert.equal(state.offer.get(), undefined, 'nor does it stand for an hour by a clock that was set back');
});

test('a portal that this home does not have is not offered, and the log says so', async () => {
  setPortals(state, [portal('a')]);
  await act('fly', { portal: 'nowhere' });
  assert.equal(state.offer.get(), undefined);
  assert.deepEqual(warnings, ['world-action fly: this home has no portal "nowhere".']);
});

test('offers at most four flights at once and one time-lapse a minute', async () => {
  setPortals(state, [portal('a')]);
  for (const [action, burst] of [
    ['fly', 4],
    ['time-lapse', 1],
  ] as const) {
    let offers = 0;
    for (let i = 0; i < 6; i++) {
      state.offer.set(undefined);
      await act(action, { portal: 'a' });
      if (state.offer.get()) offers++;
    }
    assert.equal(offers, burst, action);
  }
});

test('allows three at once and then a steady pace, for each action separately', async () => {
  for (let i = 0; i < 10; i++) await act('fireworks');
  assert.equal(state.fireworks.get().count, 3);
  await act('speak', { text: 'still heard' });
  assert.equal(state.speech.get().count, 1);
  now += 9_000;
  await act('fireworks');
  assert.equal(state.fireworks.get().count, 3);
  now += 1_000;
  await act('fireworks');
  assert.equal(state.fireworks.get().count, 4);
  now -= 3_600_000;
  await act('fireworks');
  assert.equal(state.fireworks.get().count, 4, 'a clock set back earns nothing');
  now += 10_000;
  await act('fireworks');
  assert.equal(state.fireworks.get().count, 5, 'and costs nothing');
});

test('ignores actions from before its start and after its end', async () => {
  module.dispose?.();
  await act('fireworks');
  module = createWorldActions(() => now);
  module.init(undefined, state, theme);
  await Promise.resolve();
  assert.equal(state.fireworks.get().count, 0);
  module.dispose?.();
  await act('fireworks');
  assert.equal(state.fireworks.get().count, 0);
});

test('nothing happens and no offer stays for a visitor who lets the resident not act', async () => {
  await act('fly', { panel: 'oath' });
  assert.notEqual(state.offer.get(), undefined);
  changeSettings(state, { acting: false });
  module.update(0, 0.05);
  assert.equal(state.offer.get(), undefined, 'the offer is taken back');
  await act('fly', { panel: 'oath' });
  await act('view', { mode: 'overview' });
  await act('fireworks');
  await act('speak', { text: 'Hello.' });
  assert.deepEqual(
    [state.offer.get(), state.fireworks.get().count, state.speech.get().count],
    [undefined, 0, 0],
  );
  changeSettings(state, { acting: true });
  await act('fireworks');
  assert.equal(state.fireworks.get().count, 1, 'what came meanwhile is gone');
});
