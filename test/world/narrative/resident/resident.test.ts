import { expect } from '@open-wc/testing';
import {
  AgXToneMapping,
  Box3,
  type BufferAttribute,
  type Color,
  type IUniform,
  type InstancedMesh,
  Matrix4,
  type Mesh,
  type MeshBasicMaterial,
  type ShaderMaterial,
  Vector2,
  Vector3,
  type Vector4,
} from 'three';
import { emit } from '../../../../data/core/event.ts';
import { WALK_METRES_PER_SECOND, glide, settle } from '../../../../world/player/collision.ts';
import { START } from '../../../../world/core/scene/start.ts';
import { theme } from '../../../../theme/theme.ts';
import { bubbleSeconds } from '../../../../world/narrative/resident/bubble-text.ts';
import * as resident from '../../../../world/narrative/resident/resident.ts';
import { residentPoses } from '../../../../world/narrative/resident/resident-state.ts';
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
  const uniform = (name: string): IUniform => {
    const body = stage.scene.interactions.all[0]?.object as Mesh<never, ShaderMaterial>;
    return body.material.uniforms[name] as IUniform;
  };
  const label = (): string => stage.scene.interactions.all[0]?.interaction.label() ?? '';

  it('takes what it said away when a replay begins, and still speaks in it', () => {
    emit(stage.state.speech, { speaker: 'Timmy', text: 'Good evening' });
    run(1);
    expect(bubble().visible).to.equal(true);
    stage.state.view.set({ mode: 'time-lapse', navigation: 'walk' });
    run(0.7);
    expect(bubble().visible).to.equal(false);
    emit(stage.state.speech, { speaker: 'Timmy', text: 'An answer' });
    run(1);
    expect(bubble().visible).to.equal(true);
  });

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

  it('has no hint while the visitor talks to it', () => {
    const isQuiet = (): boolean | undefined => stage.scene.interactions.all[0]?.interaction.isQuiet?.();
    expect(isQuiet()).to.equal(false);
    stage.state.panels.chat.set(true);
    expect(isQuiet()).to.equal(true);
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
    const idle = stage.light();
    stage.state.chat.entries.set([
      { id: '1', role: 'visitor', speaker: 'You', text: 'status', ts: 0, status: 'complete' },
    ]);
    run(5);
    expect(label()).to.contain('thinking');
    const thinking = stage.light();
    stage.state.bridge.set({ state: 'waiting' });
    run(5);
    const offline = stage.light();
    expect(thinking).to.be.greaterThan(idle);
    expect(offline).to.be.lessThan(idle);
  });

  it('is told apart in greys: each of the five states is brighter by 8 of luma than the one before', () => {
    const { state, scene, renderer } = stage;
    // As the renderer of the world.
    renderer.toneMapping = AgXToneMapping;
    scene.camera.position.z = START.z;
    scene.camera.fov = 34;
    // The rings are as thin as in a window that is 720 pixels high.
    scene.frame.pixels.value.y = 382;
    scene.camera.updateProjectionMatrix();
    scene.camera.lookAt(0, 1.7, 0);
    scene.camera.updateMatrixWorld();
    /** The mean luma of the body and its light, over 20 s, because the light of each state pulses. */
    const lumaOf = (): number => {
      run(6);
      let [sum, count] = [0, 0];
      for (let i = 0; i < 40; i++) {
        run(0.5);
        stage.render();
        const pixels = stage.pixels();
        for (let y = 12; y < 42; y++)
          for (let x = 42; x < 54; x++) {
            const [r = 0, g = 0, b = 0] = pixels.subarray((y * 96 + x) * 4);
            sum += 0.2126 * r + 0.7152 * g + 0.0722 * b;
            count++;
          }
      }
      return sum / count;
    };
    const lumas = (['failed', 'idle', 'thinking', 'working', 'waiting'] as const).map((reported) => {
      const now = state.now.get();
      state.activity.set({ state: reported, since: now, updatedAt: now });
      return [reported, lumaOf()] as const;
    });
    for (const [index, [name, luma]] of lumas.entries())
      for (const [other, darker] of lumas.slice(0, index))
        expect(luma - darker, `${name} and ${other}`).to.be.at.least(8);
  });

  it('has a face: there is light in the front of its head, and none in the back', () => {
    /** Bright pixels in the middle of the picture, before the head. */
    const light = (z: number): number => {
      stage.scene.camera.position.set(0, 2.47, z);
      stage.scene.camera.lookAt(0, 2.47, 0);
      stage.scene.camera.updateMatrixWorld();
      // No time passes, so it does not turn round.
      stage.render();
      const pixels = stage.pixels();
      let bright = 0;
      for (let y = 20; y < 34; y++)
        for (let x = 36; x < 60; x++) {
          const at = (y * 96 + x) * 4;
          if ((pixels[at] ?? 0) + (pixels[at + 1] ?? 0) > 300) bright++;
        }
      return bright;
    };
    stage.state.panels.chat.set(true);
    stage.scene.camera.position.set(0, 2.47, 0.7);
    run(6);
    expect(light(0.7)).to.be.greaterThan(4 + light(-0.7));
  });

  /** The brightness of a pixel of the last frame, 0 to 510; from the lower left. */
  const lightAt = (pixels: Uint8Array, x: number, y: number): number => {
    const at = (y * 96 + x) * 4;
    return (pixels[at] ?? 0) + (pixels[at + 1] ?? 0);
  };
  /** Places the camera before its face, as near as a portrait. */
  const lookAtFace = (fov = 14): void => {
    const { camera } = stage.scene;
    camera.position.set(0, 2.44, 1.6);
    camera.lookAt(0, 2.44, 0);
    camera.fov = fov;
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  };
  /** The pixels of the eye in one half of the picture. */
  const eyePixels = (from: number, to: number): readonly (readonly [x: number, y: number])[] => {
    stage.render();
    const pixels = stage.pixels();
    const found: [x: number, y: number][] = [];
    for (let y = 0; y < 54; y++)
      for (let x = from; x < to; x++) if (lightAt(pixels, x, y) > 300) found.push([x, y]);
    return found;
  };
  const extent = (values: readonly number[]): number => Math.max(...values) - Math.min(...values) + 1;

  it('has two almond eyes: wider than high, and higher at the outer end', () => {
    lookAtFace(9);
    stage.state.world.reducedMotion.set(true);
    run(6);
    for (const [from, to, outwards] of [
      [24, 48, -1],
      [48, 72, 1],
    ] as const) {
      const eye = eyePixels(from, to);
      const wide = extent(eye.map(([x]) => x));
      const high = extent(eye.map(([, y]) => y));
      expect(wide, `${wide} by ${high}`).to.be.within(1.4 * high, 4 * high);
      const middle = eye.reduce((sum, [x]) => sum + x, 0) / eye.length;
      const meanHeight = (outer: boolean): number => {
        const part = eye.filter(([x]) => (x - middle) * outwards > 0 === outer);
        return part.reduce((sum, [, y]) => sum + y, 0) / part.length;
      };
      expect(meanHeight(true)).to.be.greaterThan(meanHeight(false));
    }
  });

  it('blinks now and then, but not with reduced motion', () => {
    lookAtFace();
    run(6);
    /** The fewest and the most pixels of its eyes in eight seconds. */
    const eyes = (): readonly [fewest: number, most: number] => {
      const counts: number[] = [];
      for (let i = 0; i < 120; i++) {
        run(1 / 15);
        counts.push(eyePixels(24, 72).length);
      }
      return [Math.min(...counts), Math.max(...counts)];
    };
    const [closed, open] = eyes();
    expect(closed).to.be.lessThan(open / 3);
    stage.state.world.reducedMotion.set(true);
    run(1);
    const [fewest, most] = eyes();
    expect(fewest).to.be.greaterThan(most * 0.8);
  });

  it('looks after the pointer with its eyes', () => {
    lookAtFace();
    stage.state.world.reducedMotion.set(true);
    run(6);
    stage.state.world.reducedMotion.set(false);
    const middle = (x: number): number => {
      stage.scene.input.mouse = new Vector2(x, 0);
      // Until the next moment with open eyes.
      do run(1.5);
      while ((uniform('gaze').value as Vector3).z > 0);
      const eyes = eyePixels(20, 76);
      return eyes.reduce((sum, [x]) => sum + x, 0) / eyes.length;
    };
    const left = middle(-0.9);
    expect(middle(0.9)).to.be.greaterThan(left + 1);
  });

  it('has hands of light, open while it speaks and folded before the chest at rest', () => {
    const { camera } = stage.scene;
    camera.position.set(0, 1.7, 2.6);
    camera.lookAt(0, 1.7, 0);
    stage.state.world.reducedMotion.set(true);
    for (const name of ['resident glow', 'resident rings']) {
      const mesh = stage.scene.getObjectByName(name);
      if (mesh) mesh.visible = false;
    }
    /** The light around the place of the right hand of the open posture. */
    const lightOfHand = (): number => {
      const { hover, handsOut, handsUp, handsAhead } = residentPoses.speaking;
      stage.render();
      const { x, y } = new Vector3(handsOut, hover + handsUp, handsAhead).project(camera);
      const pixels = stage.pixels();
      let most = 0;
      for (let i = -2; i <= 2; i++)
        for (let j = -2; j <= 2; j++)
          most = Math.max(
            most,
            lightAt(pixels, Math.round(((x + 1) / 2) * 96) + i, Math.round(((y + 1) / 2) * 54) + j),
          );
      return most;
    };
    run(6);
    const folded = lightOfHand();
    emit(stage.state.speech, { speaker: 'Timmy', text: 'A long answer, so that it speaks for some time.' });
    run(3);
    expect(label()).to.contain('speaking');
    expect(lightOfHand()).to.be.greaterThan(folded + 100);
  });

  it('ends in a hem, wider than its waist, above the floor', () => {
    const { camera } = stage.scene;
    camera.position.set(0, 1.6, 4);
    camera.lookAt(0, 1.6, 0);
    stage.state.world.reducedMotion.set(true);
    run(6);
    const figure = stage.scene.interactions.all[0]?.object as Mesh;
    for (const mesh of figure.parent?.children ?? []) mesh.visible = mesh === figure;
    stage.render();
    const withIt = stage.pixels();
    figure.visible = false;
    stage.render();
    const without = stage.pixels();
    /** How many pixels around the middle the figure covers at a height over the floor. */
    const width = (metres: number): number => {
      const y = Math.round(((new Vector3(0, metres, 0).project(camera).y + 1) / 2) * 54);
      let count = 0;
      for (let x = 36; x < 60; x++)
        if (Math.abs(lightAt(withIt, x, y) - lightAt(without, x, y)) > 12) count++;
      return count;
    };
    expect(width(0.85), 'hem').to.be.greaterThan(width(1.45) * 1.2);
    expect(width(0.3), 'the air below it').to.equal(0);
  });

  it('is three draw calls of few triangles in each state, and a fourth for its words', () => {
    const { info } = stage.renderer;
    stage.scene.background = null;
    const drawn = (): readonly [calls: number, triangles: number] => {
      stage.render();
      return [info.render.calls, info.render.triangles];
    };
    run(1);
    const [calls, triangles] = drawn();
    expect(calls).to.equal(3);
    expect(triangles).to.be.lessThan(2_600);
    const body = stage.scene.interactions.all[0]?.object as Mesh;
    expect((body.geometry.getIndex()?.count ?? 0) / 3, 'the figure').to.be.within(500, 800);
    emit(stage.state.speech, { speaker: 'Timmy', text: 'Hello' });
    run(1);
    expect(drawn()[0]).to.equal(4);
  });

  it('is 2.2 m tall and hovers half a metre over the floor', () => {
    stage.state.world.reducedMotion.set(true);
    run(6);
    const body = stage.scene.interactions.all[0]?.object as Mesh;
    const bounds = new Box3().setFromBufferAttribute(
      body.geometry.getAttribute('position') as BufferAttribute,
    );
    expect(bounds.max.y - bounds.min.y).to.be.closeTo(2.2, 0.001);
    expect(body.position.y).to.be.closeTo(0.5, 0.01);
  });

  it('has another colour in each state', () => {
    const seen = new Set<string>();
    const color = (): string => {
      run(8);
      return (uniform('color').value as Color).getHexString();
    };
    seen.add(color());
    stage.state.panels.chat.set(true);
    seen.add(color());
    stage.state.bridge.set({ state: 'waiting' });
    seen.add(color());
    expect(seen.size).to.equal(3);
  });

  it('lets its motes rise, but not with reduced motion', () => {
    const lights = stage.scene.getObjectByName('resident glow') as Mesh<never, ShaderMaterial>;
    const seconds = (): number => (lights.material.uniforms['place'] as IUniform<Vector4>).value.y;
    run(1);
    expect(seconds()).to.be.greaterThan(0.9);
    stage.state.world.reducedMotion.set(true);
    const before = seconds();
    run(1);
    expect(seconds()).to.equal(before);
  });

  it('looks up for news, and its heart is brighter for a moment', () => {
    const pose = (): readonly [nod: number, core: number] => {
      const { z } = uniform('turns').value as Vector4;
      return [z, (uniform('glow').value as Vector4).y];
    };
    run(6);
    const [nod, core] = pose();
    emit(stage.scene.gesture, 'look-up');
    run(1);
    expect(pose()[0]).to.be.lessThan(nod - 0.5);
    expect(pose()[1]).to.be.greaterThan(core * 1.2);
    run(3);
    expect(pose()[0]).to.be.closeTo(nod, 0.02);
  });

  it('stops a visitor 2 m before its middle', () => {
    const visitor = { x: 0, z: 6, vx: 0, vz: 0 };
    for (let i = 0; i < 120; i++) {
      const { x, z } = visitor;
      glide(visitor, 0, -WALK_METRES_PER_SECOND, 1 / 30);
      settle(visitor, x, z, stage.scene.registry.obstacles.all, () => 30);
    }
    expect(Math.hypot(visitor.x, visitor.z)).to.be.closeTo(2, 0.01);
    resident.dispose();
    expect(stage.scene.registry.obstacles.all).to.deep.equal([]);
    resident.init(stage.scene, stage.state, theme);
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
