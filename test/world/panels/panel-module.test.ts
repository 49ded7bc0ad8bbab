import { expect } from '@open-wc/testing';
import { Color, Raycaster, Vector3 } from 'three';
import { commitPanel } from '../../../world/panels/commit-panel.ts';
import { setLevel } from '../../helpers/stage.ts';
import { MINUTE, NOW, ShownPanel, failed } from './shown-panel.ts';

describe('a panel of the world', () => {
  let panel: ShownPanel;
  beforeEach(() => (panel = new ShownPanel(commitPanel)));
  afterEach(() => panel.dispose());

  it('is hit by a ray on its slab, and not in the light around it', () => {
    const { board } = panel;
    board.updateWorldMatrix(true, true);
    const isHit = (x: number): boolean => {
      const from = board.localToWorld(new Vector3(x, 0, 1));
      const direction = board
        .localToWorld(new Vector3(x, 0, 0))
        .sub(from)
        .normalize();
      return new Raycaster(from, direction).intersectObject(board).length > 0;
    };
    expect(isHit(1.25)).to.equal(true);
    expect(isHit(1.45)).to.equal(false);
  });

  it('is redrawn when its words change, and not when only the clock ticks', () => {
    panel.setCommits('Add a portal ring');
    panel.texts();
    const { version } = panel.map;
    panel.state.now.set(NOW + 1000);
    panel.texts();
    panel.texts();
    expect(panel.map.version).to.equal(version);
    panel.state.now.set(NOW + 2 * MINUTE);
    expect(panel.texts()).to.include('me/home, code.example · 2 min ago');
    expect(panel.map.version).to.be.greaterThan(version);
  });

  it('names a wrong state in the words of the specification, with the reason at its foot', () => {
    expect(panel.texts()).to.include.members(['Last commits', 'Asking', 'COMMITS: —']);
    panel.state.readings.commits.set(failed);
    expect(panel.texts()).to.include.members(['ERROR', 'COMMITS: ERROR']);
    expect(panel.texts().join(' ')).to.contain('It answered 502.');
    panel.state.readings.commits.set({ state: 'empty', source: 'me/home', fetchedAt: NOW });
    expect(panel.texts()).to.include.members(['Empty', 'NO COMMITS']);
  });

  it('lights its edge in the colour of the state', () => {
    const edge = (): Color => {
      panel.texts();
      // The lowest rows of the canvas cover the frame.
      const canvas = panel.map.image as HTMLCanvasElement;
      const [r = 0, g = 0, b = 0] =
        canvas.getContext('2d')?.getImageData(canvas.width / 2, canvas.height - 2, 1, 1).data ?? [];
      return new Color(r / 255, g / 255, b / 255);
    };
    panel.setCommits('x');
    const live = edge();
    panel.state.readings.commits.set(failed);
    const wrong = edge();
    expect(live.g).to.be.greaterThan(live.r * 2);
    expect(wrong.r).to.be.greaterThan(wrong.g * 2);
  });

  it('gives its headline, source and age in its hint', () => {
    panel.setCommits('Add a portal ring');
    panel.texts();
    expect(panel.stage.scene.interactions.all[0]?.interaction.label()).to.equal(
      'Last commits: 1 h ago · by Timmy — me/home, code.example · just now',
    );
  });

  it('shows one large figure from afar, and its rows near by', () => {
    const { position } = panel.stage.scene.camera;
    panel.setCommits('Add a portal ring');
    position.set(0, 1.7, 17);
    expect(panel.texts()).to.include('1 h ago').and.not.include('Timmy · 1 h ago');
    const { version } = panel.map;
    position.set(1, 1.7, -3);
    expect(panel.texts()).to.include('Timmy · 1 h ago');
    position.set(0, 1.7, 17);
    expect(panel.texts()).to.not.include('Timmy · 1 h ago');
    expect(panel.map.version, 'not drawn again').to.equal(version);
  });

  it('is sharper at a higher quality level, with the same words', () => {
    panel.setCommits('Add a portal ring');
    const widthAt = (level: 'lowest' | 'highest'): number => {
      setLevel(panel.stage.scene, level);
      expect(panel.texts()).to.include('Add a portal ring');
      return (panel.map.image as HTMLCanvasElement).width;
    };
    const lowest = widthAt('lowest');
    expect(widthAt('highest'))
      .to.be.at.least(2.6 * 400)
      .and.greaterThan(lowest);
  });
});
