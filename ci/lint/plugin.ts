/** Our own lint rules, loaded by oxlint next to its own (`jsPlugins` in oxlint.config.ts). */
import { awaitAccessible } from './await-accessible.ts';
import { noColourLiterals } from './no-colour-literals.ts';
import { noIndexCasts } from './no-index-casts.ts';
import { noNetworkCall } from './no-network-call.ts';
import { roomImports } from './rooms.ts';

export default {
  meta: { name: 'home' },
  rules: {
    'await-accessible': awaitAccessible,
    'no-colour-literals': noColourLiterals,
    'no-index-casts': noIndexCasts,
    'no-network-call': noNetworkCall,
    rooms: roomImports,
  },
};
