import { Color, type Scene, type WebGLRenderer } from 'three';
import { html } from 'lit'; // expect: rooms
import { Chat } from '../components/chat/chat.ts'; // expect: rooms
import { serve } from '../harness/cli.ts'; // expect: rooms
import { join } from 'node:path'; // expect: rooms
import { WebSocketServer } from 'ws'; // expect: rooms
import { theme } from '../theme/theme.ts';

export const used = [html, Chat, serve, join, WebSocketServer, theme];
export const ask = (url: string) => fetch(url); // expect: no-restricted-globals
export const open = (url: string) => new WebSocket(url); // expect: no-restricted-globals
export const play = (url: string) => new Audio(url); // expect: no-restricted-globals
export const soon = (run: () => void) => requestAnimationFrame(run); // expect: no-restricted-globals
export const loop = (renderer: WebGLRenderer) => renderer.setAnimationLoop(() => undefined); // expect: no-restricted-properties
export const blue = new Color(0x4488ff); // expect: no-colour-literals
export const also = (scene: Scene) => { scene.background = new Color('#000008'); }; // expect: no-colour-literals
export const light = { color: 0xffffff }; // expect: no-colour-literals

export const seed = (hash: number): number => Math.imul(hash & 0xffffff, 0x27d4eb);
