import { theme } from '../../../theme/theme.ts';
import * as cameraRig from '../../../world/camera/camera-rig.ts';
import * as walk from '../../../world/player/walk.ts';
import { type TestStage, createTestStage } from '../../helpers/stage.ts';

/** A visitor on foot, made for each test of a suite. */
class Visitor {
  stage!: TestStage;

  readonly start = (): void => {
    walk.init(this.stage.scene, this.stage.state, theme);
    cameraRig.init(this.stage.scene, this.stage.state, theme);
    this.run(1 / 60);
  };
  readonly stop = (): void => {
    cameraRig.dispose();
    walk.dispose();
  };
  readonly run = (seconds: number, rate = 60): void => {
    for (let i = 0; i < seconds * rate; i++) {
      walk.update(i / rate, 1 / rate);
      cameraRig.update(i / rate, 1 / rate);
    }
  };
}

/** Sets up the visitor before each test of the suite, and disposes them after it. */
export function useVisitor(): Visitor {
  const visitor = new Visitor();
  beforeEach(() => {
    visitor.stage = createTestStage();
    visitor.start();
  });
  afterEach(() => {
    visitor.stop();
    visitor.stage.dispose();
  });
  return visitor;
}
