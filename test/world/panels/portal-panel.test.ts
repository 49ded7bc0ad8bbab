import { expect } from '@open-wc/testing';
import * as portalPanel from '../../../world/panels/portal-panel.ts';
import { health, portal, setPortals } from '../../helpers/home-readings.ts';
import { ShownPanel } from './shown-panel.ts';

it('the portal panel lists portals with the result of their health check', () => {
  const panel = new ShownPanel(portalPanel, 'portal-board');
  setPortals(panel.state, [portal('a'), portal('b')], [health('a', 'online'), health('b', 'offline')]);
  expect(panel.texts()).to.include.members(['World a: ONLINE · playable', 'World b: OFFLINE · playable']);
  panel.dispose();
});
