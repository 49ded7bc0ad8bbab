import { weather } from '../terrain/weather.ts'; // expect: rooms
import { scene } from '../core/scene.ts';
import { noise } from '../utils/noise.ts';

export const used = [weather, scene, noise];
