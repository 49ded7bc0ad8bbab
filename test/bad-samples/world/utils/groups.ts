import { board } from '../panels/board.ts'; // expect: rooms
import { scene } from '../core/scene.ts';
import { noise } from './noise.ts';

export const used = [board, scene, noise];
