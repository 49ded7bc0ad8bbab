import { expect } from '@open-wc/testing';
import {
  type IUniform,
  type InstancedMesh,
  Matrix4,
  type Mesh,
  type MeshBasicMaterial,
  type ShaderMaterial,
  Vector3,
  type Vector4,
} from 'three';
import { emit } from '../../../../data/core/event.ts';
import { theme } from '../../../../theme/theme.ts';
import { bubbleSeconds } from '../../../../world/narrative/resident/bubble-timing.ts';
import * as resident from '../../../../world/narrative/resident/resident.ts';
import { type TestStage, createTestStage } from '../../../helpers/stage.ts';

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
    stage.render();
    const left = stage.counts();
    stage.dispose();
    expect(left, 'whatever it did').to.deep.equal({ geometries: 0, textures: 0, programs: 0 });
  });
  const run = (seconds: number): void => {
    for (let left = seconds; left > 1e-9; left -= 1 / 30) resident.update((time += 1 / 30), 1 / 30);
  };
  const bubble = (): Mesh & { material: MeshBasicMaterial } =>
    stage.scene.getObjectByName('speech bubble') as Mesh & { material: MeshBasicMaterial };
  const label = (): string => stage.scene.interactions.all[0]?.interaction.label() ?? '';
  const brightness = (): number => {
    stage.render();
    return stage.pixels().reduce((sum, value) => sum + value, 0);
  };

  it('shows speech over its head for its time, and then removes it', () => {
    expect(bubble().visible).to.equal(false);
    emit(stage.state.speech, { speaker: 'Timmy', text: 'Hello there' });
    run(0.2);
    expect(bubble().material.opacity).to.be.within(0.3, 0.7);
    run(0.6);
    expect(bubble().material.opacity).to.equal(1);
    expect(label()).to.contain('speaking');
    run(bubbleSeconds(11));
    expect(bubble().visible).to.equal(false);
    expect(label()).to.contain('at rest');
  });

  it('shows only the latest speech', () => {
    emit(stage.state.speech, { speaker: 'Timmy', text: 'first' });
    run(2.5);
    emit(stage.state.speech, { speaker: 'Timmy', text: 'second' });
    run(0.1);
    expect(bubble().material.opacity).to.be.lessThan(0.4);
    run(1);
    expect(bubble().visible).to.equal(true);
  });

  it('ignores speech from before init', () => {
    resident.dispose();
    emit(stage.state.speech, { speaker: 'Timmy', text: 'old news' });
    resident.init(stage.scene, stage.state, theme);
    run(0.5);
    expect(bubble().visible).to.equal(false);
  });

  it('is brighter while it thinks than at rest, and darker while offline', () => {
    run(5);
    const idle = brightness();
    stage.state.chat.entries.set([
      { id: '1', role: 'visitor', speaker: 'You', text: 'status', ts: 0, status: 'complete' },
    ]);
    run(5);
    expect(label()).to.contain('thinking');
    const thinking = brightness();
    stage.state.bridge.set({ state: 'waiting' });
    run(5);
    const offline = brightness();
    expect(thinking).to.be.greaterThan(idle);
    expect(offline).to.be.lessThan(idle);
  });

  it('has a face: the front of its head is bright, and the back is dark', () => {
    const light = (z: number): number => {
      resident.dispose();
      resident.init(stage.scene, stage.state, theme);
      stage.scene.camera.position.set(0, 1.85, z);
      stage.scene.camera.lookAt(0, 1.85, 0);
      // No time passes, so it does not turn round.
      resident.update(0, 0);
      const body = stage.scene.interactions.all[0]?.object as Mesh<never, ShaderMaterial>;
      for (const [key, value] of [
        ['glow', [0, 0.8, 0.8, 1]],
        ['visor', [0.03, 0.9, 0, 0]],
      ] as const)
        (body.material.uniforms[key] as IUniform<Vector4>).value.fromArray([...value]);
      stage.render();
      const pixels = stage.pixels();
      let bright = 0;
      for (let i = 0; i < pixels.length; i += 4) if ((pixels[i] ?? 0) + (pixels[i + 1] ?? 0) > 300) bright++;
      return bright;
    };
    expect(light(1.2)).to.be.greaterThan(10 + light(-1.2));
  });

  it('stops its rings in one plane that faces forward while it listens', () => {
    stage.state.panels.chat.set(true);
    run(6);
    const rings = stage.scene.getObjectByName('resident rings') as InstancedMesh;
    const before = [...rings.instanceMatrix.array];
    run(1);
    rings.instanceMatrix.array.forEach((value, i) => expect(value).to.be.closeTo(before[i] as number, 0.005));
    const facing = new Vector3();
    const matrix = new Matrix4();
    for (let i = 0; i < rings.count; i++) {
      rings.getMatrixAt(i, matrix);
      facing.set(0, 0, 1).transformDirection(matrix);
      expect(Math.abs(facing.z), 'towards the visitor').to.be.greaterThan(0.99);
    }
  });

  it('turns towards the visitor', () => {
    const body = stage.scene.interactions.all[0]?.object as Mesh;
    stage.scene.camera.position.set(10, 1.7, 0);
    run(8);
    expect(body.rotation.y).to.be.closeTo(Math.PI / 2, 0.02);
    stage.scene.camera.position.set(0, 1.7, -10);
    run(8);
    expect(Math.abs(body.rotation.y)).to.be.closeTo(Math.PI, 0.02);
  });

  it('opens the chat with E', () => {
    const interaction = stage.scene.interactions.all[0]?.interaction;
    interaction?.action?.run();
    expect(stage.state.panels.chat.get()).to.equal(true);
    expect(interaction?.label()).to.contain(stage.state.resident.get().name);
  });
});
