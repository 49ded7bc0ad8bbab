import { expect } from '@open-wc/testing';
import { portalPanel } from '../../../world/panels/portal-panel.ts';
import { health, portal, setPortals } from '../../helpers/home-readings.ts';
import { ShownPanel } from './shown-panel.ts';

it('the portal panel lists portals with the result of their health check', () => {
  const panel = new ShownPanel(portalPanel);
  setPortals(panel.state, [portal('a'), portal('b')], [health('a', 'online'), health('b', 'offline')]);
  expect(panel.texts()).to.include.members(['World a: ONLINE · playable', 'World b: OFFLINE · playable']);
  panel.dispose();
});

it('counts the portals whose state is unknown apart from those that are offline', () => {
  const panel = new ShownPanel(portalPanel);
  // From afar a panel shows its headline.
  panel.stage.scene.camera.position.set(0, 1.7, 17);
  const checks = [health('a', 'online'), health('b', 'offline')];
  setPortals(panel.state, [portal('a'), portal('b'), portal('c')], checks);
  expect(panel.texts()).to.include('online · 1 unknown');
  setPortals(panel.state, [portal('a'), portal('b')], checks);
  expect(panel.texts()).to.include('online');
  panel.dispose();
});
