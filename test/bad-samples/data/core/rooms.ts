import { html } from 'lit'; // expect: rooms
import { Vector3 } from 'three'; // expect: rooms
import { readFile } from 'node:fs/promises'; // expect: rooms
import { Chat } from '../../components/chat/chat.ts'; // expect: rooms
import { Ticker } from '../../world/core/ticker.ts'; // expect: rooms
import { serve } from '../../harness/cli.ts'; // expect: rooms
import { theme } from '../../theme/theme.ts'; // expect: rooms
import type { Theme } from '../../theme/theme.ts';
import { signal } from '@lit-labs/signals';
import { SignalWatcher } from '@lit-labs/signals'; // expect: no-restricted-imports
import * as v from 'valibot';

export type { Theme };
export const used = [html, Vector3, readFile, Chat, Ticker, serve, theme, signal, SignalWatcher, v];
export const lazy = () => import('three'); // expect: rooms
