import { expect } from '@open-wc/testing';
import { START } from '../../../world/core/scene/start.ts';
import { useVisitor } from '../player/visitor.ts';

describe('a visitor with pointer and touch', () => {
  const visitor = useVisitor();
  const { run } = visitor;
  const pointer = (type: string, x: number, y: number, differs: PointerEventInit = {}): boolean => {
    const box = visitor.stage.canvas.getBoundingClientRect();
    return visitor.stage.canvas.dispatchEvent(
      new PointerEvent(type, {
        pointerId: 7,
        pointerType: 'touch',
        clientX: box.left + x,
        clientY: box.top + y,
        bubbles: true,
        ...differs,
      }),
    );
  };

  it('looks around by dragging, and never past straight up', () => {
    pointer('pointerdown', 70, 20);
    pointer('pointermove', 90, 20);
    run(0.1);
    expect(visitor.stage.scene.camera.rotation.y).to.be.greaterThan(0.05);
    for (let i = 0; i < 40; i++) pointer('pointermove', 90, 20 + i * 20);
    run(0.1);
    expect(visitor.stage.scene.camera.rotation.x).to.be.closeTo(1.35, 1e-6);
    pointer('pointerup', 90, 800);
  });

  it('walks with a finger on the left part of the canvas', () => {
    pointer('pointerdown', 10, 40);
    pointer('pointermove', 10, -20);
    run(1);
    pointer('pointerup', 10, -20);
    const { z } = visitor.stage.scene.camera.position;
    expect(z).to.be.lessThan(14);
    run(2);
    expect(visitor.stage.scene.camera.position.z).to.be.greaterThan(z - 1);
  });

  it('walks, looks and pinches at the same time, and ignores further fingers', () => {
    const { input } = visitor.stage.scene;
    pointer('pointerdown', 10, 40, { pointerId: 1 });
    pointer('pointerdown', 70, 20, { pointerId: 2 });
    pointer('pointerdown', 70, 40, { pointerId: 3 });
    pointer('pointerdown', 80, 40, { pointerId: 4 });
    pointer('pointermove', 10, -40, { pointerId: 1 });
    pointer('pointermove', 60, 10, { pointerId: 2 });
    pointer('pointermove', 60, 50, { pointerId: 3 });
    pointer('pointermove', 200, 200, { pointerId: 4 });
    expect(Math.exp(input.zoomDelta)).to.be.closeTo(2, 1e-9);
    expect(input.pinched).to.equal(true);
    run(0.5);
    expect(visitor.stage.scene.camera.rotation.y).to.be.lessThan(-0.04);
    expect(visitor.stage.scene.camera.position.z).to.be.lessThan(START.z - 1);
    expect(visitor.stage.state.world.stick.get()?.ahead).to.be.closeTo(1, 1e-9);
    pointer('pointercancel', 10, -40, { pointerId: 1 });
    expect(visitor.stage.state.world.stick.get()).to.equal(undefined);
    for (const pointerId of [2, 3, 4]) pointer('pointerup', 60, 20, { pointerId });
    const { z } = visitor.stage.scene.camera.position;
    run(2);
    expect(visitor.stage.scene.camera.position.z).to.be.greaterThan(z - 1);
  });

  it('stops when the window loses the finger', () => {
    pointer('pointerdown', 10, 40);
    pointer('pointermove', 10, -40);
    expect(visitor.stage.state.world.stick.get()?.ahead).to.be.closeTo(1, 1e-9);
    window.dispatchEvent(new Event('blur'));
    expect(visitor.stage.state.world.stick.get()).to.equal(undefined);
    pointer('pointermove', 10, -60);
    run(1);
    expect(visitor.stage.scene.camera.position.z).to.be.closeTo(START.z, 1e-6);
  });

  it('has no stick in other camera modes', () => {
    pointer('pointerdown', 10, 40);
    pointer('pointermove', 10, -40);
    visitor.stage.state.view.set({ mode: 'overview', navigation: 'walk' });
    run(0.1);
    expect(visitor.stage.state.world.stick.get()).to.equal(undefined);
    pointer('pointerup', 10, -40);
    pointer('pointerdown', 10, 40);
    expect(visitor.stage.state.world.stick.get()).to.equal(undefined);
  });

  it('turns more slowly while the view is zoomed', () => {
    const turned = (zoom: number): number => {
      visitor.stage.scene.player.teleport(0, START.z, 0, 0);
      visitor.stage.scene.camera.zoom = zoom;
      run(0.1);
      pointer('pointerdown', 70, 20);
      pointer('pointermove', 90, 20);
      pointer('pointerup', 90, 20);
      run(0.1);
      return visitor.stage.scene.camera.rotation.y;
    };
    expect(turned(1)).to.be.closeTo(turned(2) * 2, 1e-9);
    visitor.stage.scene.camera.zoom = 1;
  });
});
