import { signal } from '../data/signal.ts'; // expect: no-restricted-imports
import { join } from 'node:path'; // expect: no-restricted-imports
import { theme } from './theme.ts';

export const folder = join(theme.fonts.mono, String(signal(1)));
export const night = '#000008';
