import { board } from '../../panels/board.ts'; // expect: rooms
import { noise } from '../../utils/noise.ts'; // expect: rooms
import { scene } from '../scene.ts';
import { signal } from '../../../data/core/signal.ts';

export const used = [board, noise, scene, signal];
export type Board = import('../../panels/board.ts').Board; // expect: rooms
