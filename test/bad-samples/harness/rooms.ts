import { readFile } from 'node:fs/promises';
import { WebSocketServer } from 'ws';
import { html } from 'lit'; // expect: rooms
import { Vector3 } from 'three'; // expect: rooms
import { Chat } from '../components/chat/chat.ts'; // expect: rooms
import { Ticker } from '../world/core/ticker.ts'; // expect: rooms
import { parseConfig } from '../data/config.ts';

export const used = [readFile, WebSocketServer, html, Vector3, Chat, Ticker, parseConfig];
export const ask = (url: string): Promise<Response> => fetch(url);
export const badge = `<svg><rect fill="#4488ff"/></svg>`; // expect: no-colour-literals
