import { html } from 'lit'; // expect: no-restricted-imports
import { Vector3 } from 'three'; // expect: no-restricted-imports
import { readFile } from 'node:fs/promises'; // expect: no-restricted-imports
import { Chat } from '../components/chat/chat.ts'; // expect: no-restricted-imports
import { Ticker } from '../world/core/ticker.ts'; // expect: no-restricted-imports
import { serve } from '../harness/cli.ts'; // expect: no-restricted-imports
import { theme } from '../theme/theme.ts'; // expect: no-restricted-imports
import type { Theme } from '../theme/theme.ts';
import { signal } from './signal.ts';
import * as v from 'valibot';

export type { Theme };
export const used = [html, Vector3, readFile, Chat, Ticker, serve, theme, signal, v];
export const lazy = () => import('three'); // expect: no-restricted-imports
