import { signal } from '../data/signal.ts'; // expect: rooms
import { join } from 'node:path'; // expect: rooms
import * as v from 'valibot'; // expect: rooms
import { theme } from './theme.ts';

export const folder = join(theme.fonts.mono, String(signal(v.number())));
export const night = '#000008';
export const page = (): string => document.title; // expect: no-restricted-globals
