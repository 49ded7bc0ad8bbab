import { watch } from '../data/core/watch.ts'; // expect: rooms
import { signal } from '@lit-labs/signals'; // expect: rooms
import { join } from 'node:path'; // expect: rooms
import * as v from 'valibot'; // expect: rooms
import { theme } from './theme.ts';

export const folder = join(theme.fonts.mono, String(watch(signal(v.number()), () => {})));
export const night = '#000008';
export const page = (): string => document.title; // expect: no-restricted-globals
