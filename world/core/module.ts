import type { Module } from '../../data/module.ts';
import type { WorldScene } from './scene.ts';

/** A module of the world: `init(scene, state, theme)`, `update(elapsed, delta)` in seconds, `dispose()`. */
export type WorldModule = Module<WorldScene>;
