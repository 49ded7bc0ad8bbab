import { PerspectiveCamera } from 'three';
import { WorldScene } from '../../world/core/scene/scene.ts';
import { createTestLoop } from './loop.ts';

/** A scene without a picture, for tests of Node. */
export const createUndrawnScene = (): WorldScene =>
  new WorldScene({ camera: new PerspectiveCamera(), renderer: undefined, loop: createTestLoop() });
