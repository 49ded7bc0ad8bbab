import { expect } from '@open-wc/testing';
import { emit } from '../../../data/core/event.ts';
import { beginAt, dispatchView } from '../../../data/view/view-state.ts';
import type { State } from '../../../data/state.ts';
import { CadenceBinding } from '../../../world/core/bind-cadence.ts';
import { SOFTWARE_PACE, SOFTWARE_PACE_OF_WALL, SOFTWARE_PACE_OF_WHOLE } from '../../../world/core/cadence.ts';
import { type TestStage, createTestStage } from '../../helpers/stage.ts';
import { scriptGamepads } from '../../helpers/gamepads.ts';
import { readingAs } from '../../helpers/home-readings.ts';
import { waitUntil } from '../../helpers/wait-until.ts';

describe('the cadence of the world', () => {
  let stage: TestStage;
  let binding: CadenceBinding;
  const ticker = {
    pace: 0,
    wakes: 0,
    wake() {
      ticker.wakes++;
    },
  };
  const run = (seconds: number): string => {
    let last = '';
    for (let at = 0; at < seconds - 0.01; at += 0.1) last = binding.frame(0.1);
    return last;
  };
  const send = (event: Event, target: EventTarget = stage.canvas): void => {
    target.dispatchEvent(event);
  };
  const pointer = (type: string, differs: PointerEventInit = {}): PointerEvent =>
    new PointerEvent(type, { bubbles: true, pointerType: 'mouse', ...differs });

  beforeEach(() => {
    stage = createTestStage();
    binding = new CadenceBinding(stage.state, stage.scene, ticker, true);
    expect(run(6)).to.equal('still');
    ticker.wakes = 0;
  });
  afterEach(() => {
    binding.dispose();
    stage.dispose();
  });

  it('sets the pace of the ticker, and gives it back at the end', () => {
    expect(ticker.pace).to.equal(SOFTWARE_PACE.still);
    binding.dispose();
    expect(ticker.pace).to.equal(0);
  });

  it('draws fewer frames while something moves in the whole picture', () => {
    stage.scene.registry.movesEverywhere = true;
    run(0.2);
    expect(ticker.pace).to.equal(SOFTWARE_PACE_OF_WHOLE.still);
    stage.scene.registry.movesEverywhere = false;
    run(0.2);
    expect(ticker.pace).to.equal(SOFTWARE_PACE.still);
  });

  it('draws fewer frames on the wall, also in rain', () => {
    beginAt(stage.state, '/wall');
    stage.scene.registry.movesEverywhere = true;
    run(2);
    expect(ticker.pace).to.equal(SOFTWARE_PACE_OF_WALL.still);
  });

  it('moves in the frame in which the camera does: by a step, a turn or a zoom', () => {
    const { camera } = stage.scene;
    const moves: readonly (() => void)[] = [
      () => (camera.position.x += 0.01),
      () => (camera.rotation.y += 0.001),
      () => {
        camera.zoom = 1.1;
        camera.updateProjectionMatrix();
      },
    ];
    for (const move of moves) {
      move();
      expect(binding.frame(0.1)).to.equal('moving');
      expect(ticker.pace).to.equal(0);
      expect(run(0.5)).to.equal('still');
    }
  });

  it('wakes the ticker at the first input: key, button, touch, wheel, taken mouse', () => {
    const inputs = [
      pointer('pointerdown'),
      pointer('pointermove', { buttons: 1 }),
      pointer('pointermove', { pointerType: 'touch' }),
      new WheelEvent('wheel', { bubbles: true }),
      new KeyboardEvent('keydown', { key: 'w', bubbles: true }),
    ];
    inputs.forEach((input, i) => {
      send(input);
      expect(ticker.wakes, input.type).to.equal(i + 1);
      expect(binding.frame(0.1), input.type).to.equal('moving');
      expect(run(0.5)).to.equal('still');
    });
    stage.scene.input.ahead = 1;
    expect(binding.frame(0.1), 'a stick').to.equal('moving');
  });

  it('looks at a gamepad between its frames, so that no press of a button is lost', async () => {
    const pads = scriptGamepads();
    const pad = pads.connect();
    stage.state.world.gamepad.set('whole');
    const asked = pads.asked();
    await waitUntil(() => pads.asked() > asked + 2);
    expect(ticker.wakes, 'nothing is pressed').to.equal(0);
    pad.press(0);
    await waitUntil(() => ticker.wakes > 0);
    expect(binding.frame(0.1)).to.equal('moving');
    stage.state.world.gamepad.set('none');
    pads.end();
  });

  it('stays sharp while words are typed and a mouse passes by, but knows that the visitor is there', () => {
    expect(run(61)).to.equal('resting');
    send(pointer('pointermove'));
    expect(binding.frame(0.1)).to.equal('still');
    const field = document.createElement('input');
    document.body.append(field);
    expect(run(61)).to.equal('resting');
    send(new KeyboardEvent('keydown', { key: 'w', bubbles: true }), field);
    expect(binding.frame(0.1)).to.equal('still');
    expect(ticker.wakes).to.equal(0);
    field.remove();
  });

  it('is lively for news, and rests again afterwards', () => {
    const { state } = stage;
    const block = (height: number): void =>
      state.readings.blockHeight.set(readingAs('live', 'chain', height, 1_700_000_000_000));
    const news: Readonly<Record<string, (state: State) => void>> = {
      zap: ({ zap }) => emit(zap, 21),
      merge: ({ mergeFlash }) => emit(mergeFlash, 'A pull request'),
      fireworks: ({ fireworks }) => emit(fireworks, 'a milestone'),
      speech: ({ speech }) => emit(speech, { speaker: 'resident', text: 'Hello.' }),
      chat: ({ chat }) => chat.entries.set([]),
      block: () => block(2),
      view: (home) => dispatchView(home, { kind: 'toggle', mode: 'oath' }),
    };
    block(1);
    for (const [name, happen] of Object.entries(news)) {
      expect(run(61)).to.equal('resting');
      happen(state);
      expect(binding.frame(0.1), name).to.equal('lively');
      expect(ticker.pace, name).to.equal(SOFTWARE_PACE.lively);
      expect(run(12), name).to.equal('resting');
    }
  });

  it('keeps full speed as long as a time-lapse, a photograph or a warp lasts', () => {
    const { state } = stage;
    for (const mode of ['time-lapse', 'photo'] as const) {
      dispatchView(state, { kind: 'enter', mode });
      expect(run(70), mode).to.equal('moving');
      dispatchView(state, { kind: 'enter', mode: 'normal' });
    }
    expect(run(70)).to.equal('resting');
    dispatchView(state, { kind: 'warp', portalId: 'a', href: '/' });
    expect(run(5)).to.equal('moving');
  });

  it('is the same with less motion', () => {
    stage.state.world.reducedMotion.set(true);
    expect(run(2)).to.equal('still');
    expect(run(61)).to.equal('resting');
    stage.scene.camera.position.x += 1;
    expect(binding.frame(0.1)).to.equal('moving');
  });
});
