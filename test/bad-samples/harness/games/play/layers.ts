import { createGateway } from '../../gateway/gateway.ts'; // expect: rooms
import { Notes } from '../../resident/model/notes.ts'; // expect: rooms
import { Store } from '../../store/store.ts'; // expect: rooms
import type { Bridge } from '../../bridge/bridge.ts'; // expect: rooms
import { loadModel } from '../../model/providers.ts';
import { UserError } from '../../core/user-error.ts';

export const used = [createGateway, Notes, Store, loadModel, UserError];
export const bridges: Bridge[] = [];
