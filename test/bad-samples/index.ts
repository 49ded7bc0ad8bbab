import { html } from 'lit'; // expect: rooms
import { Vector3 } from 'three'; // expect: rooms
import { serve } from './harness/cli.ts'; // expect: rooms
import { Ticker } from './world/core/ticker.ts';
import { createState } from './data/state.ts';
import './components/shell/home.ts';

export const used = [html, Vector3, serve, Ticker, createState];
export const given = fetch;
export const bound: typeof fetch = (input, init) => fetch(input, init);
export const own = (): Promise<Response> => fetch('config.json'); // expect: no-network-call
export const asked = fetch('config.json'); // expect: no-network-call
export const socket = new WebSocket('ws://127.0.0.1'); // expect: no-network-call
requestAnimationFrame(() => undefined); // expect: no-restricted-globals
