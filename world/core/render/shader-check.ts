import type { Material, Mesh, Object3D, WebGLRenderer } from 'three';
import { type MadeProgram, programsOf } from './gpu-queue.ts';

/** The first line of the driver's log, with the error in a shader. */
function reasonOf(gl: WebGL2RenderingContext, { program }: MadeProgram): string {
  const shaders = (gl.getAttachedShaders(program) ?? []).map((shader) => gl.getShaderInfoLog(shader) ?? '');
  // The logs of some drivers end with null bytes.
  const log = [...shaders, gl.getProgramInfoLog(program) ?? ''].join('\n').replaceAll('\0', '');
  return (
    log
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim() ?? 'the graphics driver gives no reason'
  );
}

/** The materials of an object: none, one or several. */
export const materialsOf = (object: Object3D): readonly Material[] => {
  const { material } = object as Partial<Mesh>;
  return material === undefined ? [] : Array.isArray(material) ? material : [material];
};

/** The part of the scene that the check needs. */
interface CheckedScene {
  readonly renderer: WebGLRenderer;
  traverse(visit: (object: Object3D) => void): void;
  /** The module that added the object. */
  authorOf(object: Object3D): string;
  report(module: string, error: unknown): void;
}

/**
 * A program that does not link draws nothing and causes an error in every frame. three.js checks each program
 * when it creates it, and waits for the answer. Here each program is checked once, when all are compiled.
 * Objects with a broken program are hidden, the module that added them is reported, and the world continues.
 */
export class ShaderCheck {
  readonly #scene: CheckedScene;
  readonly #checked = new WeakSet<MadeProgram>();
  #count = 0;
  #newest: MadeProgram | undefined;
  #compiling = 0;

  constructor(scene: CheckedScene) {
    this.#scene = scene;
  }

  /**
   * From now on until `end`, programs are compiled between the frames, and the caller checks them. If the
   * next frame checked them, the page would block: 170 ms for the first programs of a group with software
   * WebGL.
   */
  begin(): void {
    this.#compiling++;
  }

  end(): void {
    this.#compiling--;
  }

  /**
   * Checks new programs after each frame, because a module may create a material at any time, though it
   * should not. Without new programs this only makes two comparisons.
   */
  afterFrame(): void {
    if (this.#compiling > 0) return;
    const programs = programsOf(this.#scene.renderer);
    const newest = programs[programs.length - 1];
    if (programs.length === this.#count && newest === this.#newest) return;
    this.check();
  }

  /** Checks the programs that were not checked before. */
  check(): void {
    const { renderer } = this.#scene;
    const gl = renderer.getContext() as WebGL2RenderingContext;
    const programs = programsOf(renderer);
    this.#count = programs.length;
    this.#newest = programs[programs.length - 1];
    const broken = new Map<MadeProgram, string>();
    for (const program of programs) {
      if (this.#checked.has(program)) continue;
      this.#checked.add(program);
      if (gl.getProgramParameter(program.program, gl.LINK_STATUS) === false && !gl.isContextLost())
        broken.set(program, reasonOf(gl, program));
    }
    if (broken.size > 0) this.#hide(broken);
  }

  #hide(broken: ReadonlyMap<MadeProgram, string>): void {
    const { renderer } = this.#scene;
    this.#scene.traverse((object) => {
      for (const material of materialsOf(object)) {
        const { programs } = renderer.properties.get(material) as { programs?: Map<string, MadeProgram> };
        const reason = [...(programs?.values() ?? [])]
          .map((program) => broken.get(program))
          .find((found) => found !== undefined);
        if (reason === undefined || !material.visible) continue;
        // Hides the material and not the object, because the module may show the object again.
        material.visible = false;
        this.#scene.report(
          this.#scene.authorOf(object),
          new Error(`a shader does not compile, what it draws is hidden: ${reason}`),
        );
      }
    });
  }
}
