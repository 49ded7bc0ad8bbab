import type { Module } from '../../data/core/module.ts';
import type { WorldScene } from './scene/scene.ts';

/** A module of the world: `init(scene, state, theme)`, `update(elapsed, delta)` in seconds, `dispose()`. */
export type WorldModule = Module<WorldScene>;
