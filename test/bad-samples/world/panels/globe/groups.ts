import { fireworks } from '../../effects/fireworks.ts'; // expect: rooms
import { panel } from '../panel.ts';
import { terrain } from '../../terrain/terrain.ts';

export const used = [fireworks, panel, terrain];
