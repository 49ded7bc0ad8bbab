import { fireworks } from './effects/fireworks.ts';

export const modules = [fireworks];
