import { expect } from '@open-wc/testing';
import type { Mesh, MeshBasicMaterial } from 'three';
import { fire } from '../../../data/signal.ts';
import { theme } from '../../../theme/theme.ts';
import { bubbleSeconds } from '../../../world/narrative/bubble-timing.ts';
import * as resident from '../../../world/narrative/resident.ts';
import { type TestStage, createTestStage } from '../../helpers/stage.ts';

describe('the resident', () => {
  let stage: TestStage;
  let time = 0;
  beforeEach(() => {
    stage = createTestStage();
    stage.state.bridge.set({ state: 'open' });
    stage.scene.camera.position.set(0, 1.7, 4);
    resident.init(stage.scene, stage.state, theme);
  });
  afterEach(() => {
    resident.dispose();
    stage.dispose();
  });
  const run = (seconds: number): void => {
    for (let left = seconds; left > 1e-9; left -= 1 / 30) resident.update((time += 1 / 30), 1 / 30);
  };
  const bubble = (): Mesh & { material: MeshBasicMaterial } =>
    stage.scene.getObjectByName('speech bubble') as Mesh & { material: MeshBasicMaterial };
  const brightness = (): number => {
    stage.render();
    return stage.pixels().reduce((sum, value) => sum + value, 0);
  };

  it('says words over its head for their time, and then takes them away', () => {
    expect(bubble().visible).to.equal(false);
    fire(stage.state.speech, { speaker: 'Timmy', text: 'Hello there' });
    run(0.2);
    expect(bubble().material.opacity).to.be.within(0.3, 0.7);
    run(0.6);
    expect(bubble().material.opacity).to.equal(1);
    expect(resident.currentMood()).to.equal('speaking');
    run(bubbleSeconds(11));
    expect(bubble().visible).to.equal(false);
    expect(resident.currentMood()).to.equal('idle');
  });

  it('lets the latest words win', () => {
    fire(stage.state.speech, { speaker: 'Timmy', text: 'first' });
    run(2.5);
    fire(stage.state.speech, { speaker: 'Timmy', text: 'second' });
    run(0.1);
    expect(bubble().material.opacity).to.be.lessThan(0.4);
    run(1);
    expect(bubble().visible).to.equal(true);
  });

  it('does not repeat what was said before it was there', () => {
    resident.dispose();
    fire(stage.state.speech, { speaker: 'Timmy', text: 'old news' });
    resident.init(stage.scene, stage.state, theme);
    run(0.5);
    expect(bubble().visible).to.equal(false);
  });

  it('is brighter while it thinks than at rest, and darker while nobody is there', () => {
    run(5);
    const idle = brightness();
    stage.state.chat.entries.set([
      { id: '1', role: 'visitor', speaker: 'You', text: 'status', ts: 0, status: 'complete' },
    ]);
    run(5);
    expect(resident.currentMood()).to.equal('thinking');
    const thinking = brightness();
    stage.state.bridge.set({ state: 'waiting' });
    run(5);
    const offline = brightness();
    expect(thinking).to.be.greaterThan(idle);
    expect(offline).to.be.lessThan(idle);
  });

  it('turns towards the visitor', () => {
    const body = [...stage.scene.interactions.entries()][0]?.[0] as Mesh;
    stage.scene.camera.position.set(10, 1.7, 0);
    run(8);
    expect(body.rotation.y).to.be.closeTo(Math.PI / 2, 0.02);
    stage.scene.camera.position.set(0, 1.7, -10);
    run(8);
    expect(Math.abs(body.rotation.y)).to.be.closeTo(Math.PI, 0.02);
  });

  it('opens the chat for whoever talks to it', () => {
    const interaction = [...stage.scene.interactions.entries()][0]?.[1];
    interaction?.action?.run();
    expect(stage.state.chat.open.get()).to.equal(true);
    expect(interaction?.label()).to.contain(stage.state.resident.get().name);
  });
});
