import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createState } from '../../../data/state.ts';
import { theme } from '../../../theme/theme.ts';
import { defineModule } from '../../../world/core/define-module.ts';
import type { WorldScene } from '../../../world/core/scene/scene.ts';

const scene = {} as WorldScene;

describe('a module of the world', () => {
  it('undoes its steps in reverse order, after its own dispose', () => {
    const log: string[] = [];
    const module = defineModule((_scene, _state, _theme, disposables) => {
      disposables.defer(() => log.push('first'));
      disposables.use({ dispose: () => log.push('second') });
      disposables.signal.addEventListener('abort', () => log.push('listeners'));
      return { dispose: () => log.push('own') };
    });
    module.init(scene, createState(), theme);
    module.dispose();
    module.dispose();
    assert.deepEqual(log, ['own', 'listeners', 'second', 'first']);
  });

  it('undoes its steps when init fails', () => {
    let undone = false;
    const module = defineModule((_scene, _state, _theme, disposables) => {
      disposables.defer(() => (undone = true));
      throw new Error('no shader');
    });
    assert.throws(() => module.init(scene, createState(), theme), /no shader/);
    assert.ok(undone);
    module.update(1, 1);
  });

  it('undoes the remaining steps when one throws, and reports it', () => {
    let undone = false;
    const module = defineModule((_scene, _state, _theme, disposables) => {
      disposables.defer(() => (undone = true));
      disposables.defer(() => {
        throw new Error('lost context');
      });
      return {};
    });
    module.init(scene, createState(), theme);
    assert.throws(() => module.dispose(), /lost context/);
    assert.ok(undone);
  });

  it('runs only between init and dispose, and again after another init', () => {
    const frames: number[] = [];
    const module = defineModule(() => ({ update: (elapsed) => void frames.push(elapsed) }));
    module.update(1, 0);
    module.init(scene, createState(), theme);
    module.update(2, 0);
    module.dispose();
    module.update(3, 0);
    module.init(scene, createState(), theme);
    module.update(4, 0);
    assert.deepEqual(frames, [2, 4]);
  });
});
