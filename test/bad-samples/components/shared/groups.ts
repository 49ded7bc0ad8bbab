import { Chat } from '../chat/chat.ts'; // expect: rooms
export { Home } from '../app/home.ts'; // expect: rooms
import { icon } from './icons.ts';

export const used = [Chat, icon];
