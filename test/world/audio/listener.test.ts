import { expect } from '@open-wc/testing';
import { PerspectiveCamera } from 'three';
import { Listener } from '../../../world/audio/listener.ts';
import { decibels, rms } from '../../helpers/listening.ts';

const cameraAt = (x: number, z: number, turn: number): PerspectiveCamera => {
  const camera = new PerspectiveCamera();
  camera.position.set(x, 1.7, z);
  camera.rotation.y = turn;
  camera.updateMatrixWorld();
  return camera;
};

/** Decibels by which the right ear is louder, for a tone at (0, 1.7, −5). */
async function lead(camera: PerspectiveCamera): Promise<number> {
  const context = new OfflineAudioContext(2, 48_000, 48_000);
  new Listener(context.listener).follow(camera.matrixWorld.elements);
  // Not the drones' HRTF, whose recordings would have to be loaded first; only the position matters here.
  const panner = new PannerNode(context, {
    panningModel: 'equalpower',
    distanceModel: 'inverse',
    refDistance: 5,
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
  it('has the camera’s position and direction', async () => {
    expect(await lead(cameraAt(0, 0, 0))).to.be.within(-0.5, 0.5);
    // The tone is on the right both times: the listener moves left, then turns left.
    expect(await lead(cameraAt(-5, -5, 0))).to.be.above(1);
    expect(await lead(cameraAt(0, 0, Math.PI / 2))).to.be.above(1);
    expect(await lead(cameraAt(0, 0, -Math.PI / 2))).to.be.below(-1);
  });

  it('sets nothing while nothing moves, or for an inaudible change', () => {
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

  it('works in browsers whose listener has no AudioParams', () => {
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
