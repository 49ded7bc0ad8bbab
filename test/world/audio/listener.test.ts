import { expect } from '@open-wc/testing';
import { PerspectiveCamera } from 'three';
import { Listener } from '../../../world/audio/listener.ts';
import { DRONE_PANNER } from '../../../world/audio/portal-drones.ts';
import { decibels, rms } from '../../helpers/listening.ts';

const cameraAt = (x: number, z: number, turn: number): PerspectiveCamera => {
  const camera = new PerspectiveCamera();
  camera.position.set(x, 1.7, z);
  camera.rotation.y = turn;
  camera.updateMatrixWorld();
  return camera;
};

/** How much louder the right ear is, in decibels, for a tone at (0, 1.7, −5). */
async function lead(camera: PerspectiveCamera): Promise<number> {
  const context = new OfflineAudioContext(2, 48_000, 48_000);
  new Listener(context.listener).follow(camera.matrixWorld.elements);
  // Not the HRTF of the drones, whose loading sometimes never ends in Chrome: only the position matters here.
  const panner = new PannerNode(context, {
    ...DRONE_PANNER,
    panningModel: 'equalpower',
    positionY: 1.7,
    positionZ: -5,
  });
  const tone = new OscillatorNode(context, { frequency: 220 });
  tone.connect(panner).connect(context.destination);
  tone.start();
  const heard = await context.startRendering();
  return decibels(rms(heard.getChannelData(1), 0.2) / rms(heard.getChannelData(0), 0.2));
}

describe('the listener', () => {
  it('is where the camera is, and looks where it looks', async () => {
    expect(await lead(cameraAt(0, 0, 0))).to.be.within(-0.5, 0.5);
    // To the left of the tone, and then turned away from it to the left: it is on the right both times.
    expect(await lead(cameraAt(-5, -5, 0))).to.be.above(1);
    expect(await lead(cameraAt(0, 0, Math.PI / 2))).to.be.above(1);
    expect(await lead(cameraAt(0, 0, -Math.PI / 2))).to.be.below(-1);
  });

  it('sets nothing while nothing moves, nor for what cannot be heard', () => {
    const sets: string[] = [];
    const param = (name: string) => ({
      get value() {
        return 0;
      },
      set value(_to: number) {
        sets.push(name);
      },
    });
    const names = ['position', 'forward', 'up'].flatMap((what) => ['X', 'Y', 'Z'].map((axis) => what + axis));
    const listener = Object.fromEntries(names.map((name) => [name, param(name)])) as unknown as AudioListener;
    const follower = new Listener(listener);
    follower.follow(cameraAt(3, 4, 1).matrixWorld.elements);
    expect(sets).to.have.length(9);
    sets.length = 0;
    follower.follow(cameraAt(3, 4, 1).matrixWorld.elements);
    follower.follow(cameraAt(3.005, 4, 1.001).matrixWorld.elements);
    expect(sets).to.deep.equal([]);
    follower.follow(cameraAt(3.1, 4, 1).matrixWorld.elements);
    expect(sets).to.deep.equal(['positionX', 'positionY', 'positionZ']);
  });

  it('speaks to browsers whose listener has no parameters', () => {
    const calls: unknown[][] = [];
    const listener = {
      setPosition: (...to: number[]) => calls.push(['position', ...to]),
      setOrientation: (...to: number[]) => calls.push(['orientation', ...to]),
    } as unknown as AudioListener;
    new Listener(listener).follow(cameraAt(3, 4, 0).matrixWorld.elements);
    expect(calls).to.deep.equal([
      ['position', 3, 1.7, 4],
      ['orientation', -0, -0, -1, 0, 1, 0],
    ]);
  });
});
