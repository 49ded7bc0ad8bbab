import { expect } from '@open-wc/testing';
import { PerspectiveCamera } from 'three';
import { theme } from '../../../../theme/theme.ts';
import { SpeechBubble } from '../../../../world/narrative/resident/speech-bubble.ts';

const WIDTH = 4;

describe('the speech bubble', () => {
  let bubble: SpeechBubble;
  beforeEach(() => {
    bubble = new SpeechBubble(theme);
    bubble.say('Two agents are at work.');
  });
  afterEach(() => bubble.dispose());

  /** Its share of the frame's width from this distance. */
  const share = (metres: number, fov: number, aspect: number): number => {
    const camera = new PerspectiveCamera(fov, aspect);
    camera.position.set(0, 1.7, metres);
    bubble.update(0.1, camera);
    return (bubble.mesh.scale.x * WIDTH) / (2 * metres * Math.tan((fov * Math.PI) / 360) * aspect);
  };

  it('has its true size near by, and is readable from the start viewpoint', () => {
    expect(share(5, 60, 16 / 9)).to.be.greaterThan(0);
    expect(bubble.mesh.scale.x).to.equal(1);
    share(17, 60, 16 / 9);
    expect(bubble.mesh.scale.x).to.be.within(2, 2.5);
  });

  it('stays inside a tall window, also with a zoomed field of view', () => {
    expect(share(17, 76, 9 / 16)).to.be.at.most(0.95);
    expect(share(17, 25, 9 / 16)).to.be.at.most(0.95);
    expect(share(3, 76, 9 / 16)).to.be.at.most(0.95);
  });
});
