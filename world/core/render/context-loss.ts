import type { WorldState } from '../../../data/world-state.ts';
import { patchRenderLists } from './render-list-patch.ts';
import type { FrameRenderer } from './frame-renderer.ts';
import type { WorldScene } from '../scene/scene.ts';
import { warmUp } from './gpu-warm-up.ts';
import { InstancedMesh, Line, type Material, Mesh, Points, Texture } from 'three';
import { materialsOf } from './shader-check.ts';

/** Disposes of a material's textures: its maps, and the textures in its uniforms. */
function disposeTextures(material: Material): void {
  const { uniforms = {} } = material as { uniforms?: Record<string, { value: unknown }> };
  for (const value of Object.values(material)) if (value instanceof Texture) value.dispose();
  for (const { value } of Object.values(uniforms)) if (value instanceof Texture) value.dispose();
}

/**
 * Disposes of everything that three.js made in a lost context. With a new context three.js creates new
 * tables, but its listeners on geometries, materials, textures and instanced meshes keep the old tables in
 * memory: half a megabyte each time. Disposed resources are created again on their next use.
 */
function forgetContext(scene: WorldScene): void {
  scene.traverse((object) => {
    if (object instanceof InstancedMesh) object.dispose();
    if (!(object instanceof Mesh || object instanceof Points || object instanceof Line)) return;
    object.geometry.dispose();
    for (const material of materialsOf(object)) {
      disposeTextures(material);
      material.dispose();
    }
  });
}

interface ContextWatch {
  /**
   * Call this when the world is built. It draws the first frame and sets the status to ready. Without a
   * context it waits until the context is restored.
   */
  built(): Promise<void>;
  end(): void;
}

/**
 * The browser may lose the graphics context (a driver reset, a laptop that changes graphics cards). The page
 * shows this and waits. After the context is restored, three.js creates every buffer, texture and program
 * again on its next use, so everything is warmed up before the world is ready again. If the context is lost
 * while the world is built, the building continues and the warm-up is done at its end.
 */
export function watchContext(
  canvas: HTMLCanvasElement,
  scene: WorldScene,
  picture: FrameRenderer,
  state: WorldState,
): ContextWatch {
  const gl = scene.renderer.getContext();
  let losses = 0;
  let isBuilt = false;
  let warming: Promise<void> = Promise.resolve();
  const onLost = (event: Event): void => {
    event.preventDefault();
    losses++;
    picture.paused = true;
    forgetContext(scene);
    picture.forget();
    // Hides the canvas, because it is white without a context. `visibility` would remove the focus.
    canvas.style.opacity = '0';
    state.world.status.set({
      phase: 'lost',
      progress: 1,
      note: 'The graphics card lost the picture; waiting for it to come back.',
    });
  };
  const begin = (): void => {
    picture.paused = false;
    picture.render(0, 0);
    canvas.style.opacity = '';
    state.world.status.set({ phase: 'ready', progress: 1, note: '' });
  };
  const warmUpAgain = async (): Promise<void> => {
    const loss = losses;
    try {
      await warmUp(scene);
      await picture.recompile();
    } finally {
      // If the context was lost again, the world waits for the next restore.
      if (loss === losses && !gl.isContextLost()) begin();
    }
  };
  const onRestored = (): void => {
    patchRenderLists(scene.renderer);
    // Warm-ups run one after the other, because each hides objects and restores them.
    if (isBuilt) warming = warming.then(warmUpAgain, warmUpAgain);
  };
  canvas.addEventListener('webglcontextlost', onLost);
  canvas.addEventListener('webglcontextrestored', onRestored);
  return {
    async built() {
      isBuilt = true;
      if (gl.isContextLost()) return;
      if (losses === 0) begin();
      else await (warming = warmUpAgain());
    },
    end() {
      canvas.removeEventListener('webglcontextlost', onLost);
      canvas.removeEventListener('webglcontextrestored', onRestored);
    },
  };
}
