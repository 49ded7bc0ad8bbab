import { LitElement } from 'lit';
import { Vector3 } from 'three'; // expect: rooms
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'; // expect: rooms
import { Ticker } from '../../world/core/ticker.ts'; // expect: rooms
import { serve } from '../../../harness/cli.ts'; // expect: rooms
import { join } from 'node:path'; // expect: rooms
import { signal } from '../../data/signal.ts';
import { theme } from '../../theme/theme.ts';

export const used = [LitElement, Vector3, OrbitControls, Ticker, serve, join, signal, theme];
export const lazy = () => import('../../world/world.ts'); // expect: rooms
export const ask = (url: string) => fetch(url); // expect: no-restricted-globals
export const asked = (url: string) => window.fetch(url); // expect: no-restricted-globals
export const open = (url: string) => new WebSocket(url); // expect: no-restricted-globals
export const soon = (run: () => void) => requestAnimationFrame(run); // expect: no-restricted-globals
export const picture = () => new Image(); // expect: no-restricted-globals
