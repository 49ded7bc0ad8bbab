import { sparks } from './sparks.ts';
import { panel } from '../panels/panel.ts';

export const used = [sparks, panel];
