import { serve } from '../serve.ts'; // expect: rooms
import { runHome } from '../../server.ts'; // expect: rooms
import { openDataFolder } from '../../store/data-folder.ts'; // expect: rooms
import { Player } from '../../games/play/player.ts';

export const used = [serve, runHome, openDataFolder, Player];
