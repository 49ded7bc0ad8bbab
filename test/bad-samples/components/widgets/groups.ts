import { Home } from '../app/home.ts'; // expect: rooms
import { PhotoBar } from '../modes/photo-bar.ts'; // expect: rooms
import { Panel } from '../panels/panel.ts'; // expect: rooms
import { icon } from '../shared/icons.ts';

export const used = [Home, PhotoBar, Panel, icon];
