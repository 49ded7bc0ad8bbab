import { expect } from '@open-wc/testing';
import { dispatchView } from '../../../data/view/view-state.ts';
import { firstView } from '../../../data/view/view.ts';
import { theme } from '../../../theme/theme.ts';
import { MIDDLE_METRES } from '../../../world/core/scene/scene-frame.ts';
import * as focus from '../../../world/camera/autofocus.ts';
import { type TestStage, createTestStage } from '../../helpers/stage.ts';

describe('the autofocus', () => {
  let stage: TestStage;
  beforeEach(() => {
    stage = createTestStage();
    focus.init(stage.scene, stage.state, theme);
  });
  afterEach(() => {
    focus.dispose();
    stage.dispose();
  });

  it('focuses the middle distance, or a near object in view', () => {
    const { scene } = stage;
    expect(focus.focusDistance(scene, firstView)).to.equal(MIDDLE_METRES);
    scene.frame.focus.subject = 2.5;
    expect(focus.focusDistance(scene, firstView)).to.equal(2.5);
  });

  it('focuses the middle of the island in the overview, and the object in a close-up', () => {
    const { scene } = stage;
    scene.camera.position.set(0, 80, 60);
    expect(focus.focusDistance(scene, { mode: 'overview', navigation: 'walk' })).to.equal(100);
    const target = { label: 'Board', at: [0, 80, 57] as const, distance: 3 };
    expect(focus.focusDistance(scene, { mode: 'zoom', navigation: 'walk', target })).to.equal(3);
  });

  it('changes smoothly, the same way at 20, 60 and 144 frames per second', () => {
    const after = [20, 60, 144].map((rate) => {
      stage.scene.frame.focus.metres = MIDDLE_METRES;
      stage.scene.frame.focus.subject = 3;
      for (let i = 0; i < rate / 2; i++) focus.update(0, 1 / rate);
      return stage.scene.frame.focus.metres;
    });
    expect(after[0]).to.be.within(3.5, 8);
    for (const metres of after) expect(metres).to.be.closeTo(after[0] ?? NaN, 1e-6);
  });

  it('leaves the focus to the visitor in photo mode, and restores it afterwards', () => {
    const {
      frame: { focus: lens },
    } = stage.scene;
    dispatchView(stage.state, { kind: 'enter', mode: 'photo' });
    lens.aperture = 1;
    focus.update(0, 1);
    expect(lens.aperture).to.equal(1);
    dispatchView(stage.state, { kind: 'escape' });
    focus.update(0, 1 / 60);
    expect([lens.aperture, lens.maxBlur, lens.sharpMetres]).to.deep.equal([0.00015, 0.004, 60]);
  });
});
