import { expect } from '@open-wc/testing';
import { Box2, Object3D, PerspectiveCamera, Vector2, Vector3 } from 'three';
import { theme } from '../../../../theme/theme.ts';
import { fieldOfView } from '../../../../world/core/render/renderer.ts';
import { PANEL_HEIGHT, PANEL_WIDTH, slot } from '../../../../world/core/scene/panel-slots.ts';
import { startPose } from '../../../../world/core/scene/start.ts';
import { GLOBE_PLACE, GLOBE_RADIUS } from '../../../../world/panels/globe/globe.ts';
import { METER_HEIGHT, METER_WIDTH } from '../../../../world/panels/meter/meter-text.ts';
import { METER_PLACE, METER_SCALE } from '../../../../world/panels/meter/meter-view.ts';
import { SpeechBubble } from '../../../../world/narrative/resident/speech-bubble.ts';

const FOOT = 2.82;
/** Six lines: as much as fits. */
const LONG = 'The lighthouse keeps its lamp for those who come late. '.repeat(8);

describe('the speech bubble', () => {
  let bubble: SpeechBubble;
  beforeEach(() => {
    bubble = new SpeechBubble(theme);
    bubble.say('Two agents are at work on the lighthouse.');
  });
  afterEach(() => bubble.dispose());

  const cameraAt = (metres: number, fov = 60, aspect = 16 / 9): PerspectiveCamera => {
    const camera = new PerspectiveCamera(fov, aspect);
    camera.position.set(0, 2, metres);
    return camera;
  };
  const draw = (camera: PerspectiveCamera, covered = 60 / 720): void => {
    camera.updateMatrixWorld();
    bubble.update(0.1, camera, covered);
  };
  const scale = (): number => bubble.mesh.scale.x;
  /** The height of its upper edge over the floor, with all six lines. */
  const top = (): number => FOOT + 2.16625 * scale();

  it('has its true size near by, and is readable from far off', () => {
    const camera = cameraAt(5);
    camera.position.set(5, 2, 0);
    camera.lookAt(0, 2, 0);
    draw(camera);
    expect(scale()).to.equal(1);
    camera.position.set(17, 2, 0);
    draw(camera);
    expect(scale()).to.be.within(2, 2.5);
  });

  it('stays inside a tall window, also with a zoomed field of view', () => {
    bubble.say(LONG);
    for (const [metres, fov] of [
      [17, 76],
      [17, 25],
      [3, 76],
    ] as const) {
      const camera = cameraAt(metres, fov, 9 / 16);
      camera.lookAt(0, 3.5, 0);
      draw(camera);
      // Its text is 4.6 to 5 m wide.
      const share = (scale() * 4.6) / (2 * metres * Math.tan((fov * Math.PI) / 360) * camera.aspect);
      expect(share, `${metres} m, ${fov}°`).to.be.within(0.3, 0.95);
    }
  });

  it('stays below the header at talking distance, and in the free part beside an open chat', () => {
    bubble.say(LONG);
    for (const [metres, covered, aside] of [
      [3.2, 60 / 720, 0],
      [3.4, 0.1, 0],
      [3.4, 0.15, 2],
      [4, 0.15, 0],
    ] as const) {
      const camera = cameraAt(metres, 60, 2);
      camera.lookAt(aside, 2.6, 0);
      draw(camera, covered);
      const edge = new Vector3(0, top(), 0).project(camera).y;
      expect(bubble.mesh.visible).to.equal(true);
      expect((1 - edge) / 2, `${metres} m`).to.be.within(covered - 1e-6, covered + 0.25);
    }
  });

  it('is not shown where it would be too small to read, and comes back where there is room', () => {
    bubble.say(LONG);
    const camera = cameraAt(3.2);
    camera.lookAt(0, 1.2, 0);
    draw(camera);
    expect(bubble.mesh.visible).to.equal(false);
    expect(bubble.speaks, 'the resident still speaks').to.equal(true);
    camera.lookAt(0, 2.3, 0);
    draw(camera);
    expect(bubble.mesh.visible).to.equal(true);
    for (let i = 0; i < 300; i++) draw(camera);
    expect([bubble.mesh.visible, bubble.speaks]).to.deep.equal([false, false]);
  });

  it('begins at the right in a script that is read from there', () => {
    /** The share of what is bright in the first line, letters and both edges, that is in the left half. */
    const inkAtLeft = (words: string): number => {
      bubble.say(`${words}\n\n${'a'.repeat(30)}`);
      const { width, height } = canvas();
      const { data } = canvas()
        .getContext('2d')!
        .getImageData(0, height - 256, width, 60);
      const ink = [0, 0];
      for (let i = 0; i < width * 60; i++)
        if (data[i * 4]! > 120) ink[Math.floor((i % width) / (width / 2))]!++;
      return ink[0]! / (ink[0]! + ink[1]!);
    };
    const canvas = (): HTMLCanvasElement => bubble.mesh.material.map!.image as HTMLCanvasElement;
    expect(inkAtLeft('Hello')).to.be.greaterThan(0.7);
    expect(inkAtLeft('שלום')).to.be.lessThan(0.3);
  });

  it('is between the panels and the header from the start, as large as the text of the page', () => {
    bubble.say(
      'Good afternoon. In this recording, 15 of 17 agents were active today. Last commit: Lukas Spirig, 4 min ago.',
    );
    for (const height of [390, 720, 1080]) {
      draw(cameraAt(7.5), 60 / height);
      expect(scale(), `${height}`).to.be.closeTo(7.5 / 7, 0.01);
    }
  });

  it('covers no panel, nor the meter and the Earth, from the start of each format', () => {
    bubble.say(LONG);
    const { x, y, z } = METER_PLACE;
    const half = { x: (METER_WIDTH * METER_SCALE) / 2, y: (METER_HEIGHT * METER_SCALE) / 2 };
    const things: readonly (readonly [string, Object3D, number, number])[] = [
      ...[0, 1, 2, 3].map((index) => {
        const { x: left, y: above, z: away, rotationX, rotationY } = slot(index);
        const panel = at(left, above, away);
        panel.rotation.set(rotationX, rotationY, 0, 'YXZ');
        return [`panel ${index}`, panel, PANEL_WIDTH / 2, PANEL_HEIGHT / 2] as const;
      }),
      ['meter', at(x, y, z), half.x, half.y],
      ['Earth', at(GLOBE_PLACE.x, GLOBE_PLACE.y, GLOBE_PLACE.z), GLOBE_RADIUS, GLOBE_RADIUS],
    ];
    for (const [width, height] of [
      [1280, 720],
      [1920, 1080],
      [390, 844],
      [844, 390],
    ] as const) {
      const aspect = width / height;
      const camera = new PerspectiveCamera(fieldOfView(aspect), aspect, 0.1, 600);
      const pose = startPose(camera.fov, aspect, height);
      camera.position.set(0, 2, pose.z);
      camera.rotation.x = pose.pitch;
      draw(camera, 60 / height);
      expect(bubble.mesh.visible, `${width} × ${height}`).to.equal(true);
      const words = boxOf(camera, bubble.mesh, 2.5, 2.16625, 0);
      for (const [name, thing, right, up] of things) {
        const box = boxOf(camera, thing, right, up);
        expect(words.intersectsBox(box), `${name} at ${width} × ${height}`).to.equal(false);
      }
    }
  });
});

function at(x: number, y: number, z: number): Object3D {
  const thing = new Object3D();
  thing.position.set(x, y, z);
  return thing;
}

/**
 * The box around a projected rectangle, in normalised device coordinates. The rectangle is in the local xy
 * plane of `thing`.
 */
function boxOf(camera: PerspectiveCamera, thing: Object3D, right: number, up: number, down = up): Box2 {
  thing.updateMatrixWorld();
  const corners = [
    [right, up],
    [-right, up],
    [right, -down],
    [-right, -down],
  ].map(([x = 0, y = 0]) => {
    const { x: at, y: above } = new Vector3(x, y, 0).applyMatrix4(thing.matrixWorld).project(camera);
    return new Vector2(at, above);
  });
  return new Box2().setFromPoints(corners);
}
