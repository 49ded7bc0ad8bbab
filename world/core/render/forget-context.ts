import { InstancedMesh, Line, type Material, Mesh, Points, Texture } from 'three';
import type { WorldScene } from '../scene/scene.ts';
import { materialsOf } from './shader-check.ts';

/** The textures of a material: its maps, and those of its uniforms. */
function disposeTextures(material: Material): void {
  const { uniforms = {} } = material as { uniforms?: Record<string, { value: unknown }> };
  for (const value of Object.values(material)) if (value instanceof Texture) value.dispose();
  for (const { value } of Object.values(uniforms)) if (value instanceof Texture) value.dispose();
}

/**
 * Has three.js give up everything it made in a context that is lost. With a new context three.js begins new tables, but its listeners on
 * geometries, materials, textures and instanced meshes keep the old ones alive: half a megabyte each time. What is disposed here is
 * made again at its next use.
 */
export function forgetContext(scene: WorldScene): void {
  scene.traverse((object) => {
    if (object instanceof InstancedMesh) object.dispose();
    if (!(object instanceof Mesh || object instanceof Points || object instanceof Line)) return;
    object.geometry.dispose();
    for (const material of materialsOf(object)) {
      disposeTextures(material);
      material.dispose();
    }
  });
  for (const target of scene.frame.targets) target.dispose();
}
