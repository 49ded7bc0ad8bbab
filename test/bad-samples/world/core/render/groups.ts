import { board } from '../../panels/board.ts'; // expect: rooms
import { noise } from '../../utils/noise.ts'; // expect: rooms
import { scene } from '../scene.ts';
import { watch } from '../../../data/core/watch.ts';

export const used = [board, noise, scene, watch];
export type Board = import('../../panels/board.ts').Board; // expect: rooms
