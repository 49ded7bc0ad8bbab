import { emit } from '../emit.ts'; // expect: rooms
import { runHome } from '../../server/server.ts'; // expect: rooms
import { openDataFolder } from '../../store/data-folder.ts'; // expect: rooms
import { Player } from '../../games/play/player.ts';

export const used = [emit, runHome, openDataFolder, Player];
