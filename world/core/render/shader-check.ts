import type { Material, Mesh, Object3D, WebGLRenderer } from 'three';
import { type MadeProgram, programsOf } from './gpu-queue.ts';

/** The first line of the driver's log that names an error in a shader. */
function reasonOf(gl: WebGL2RenderingContext, { program }: MadeProgram): string {
  const shaders = (gl.getAttachedShaders(program) ?? []).map((shader) => gl.getShaderInfoLog(shader) ?? '');
  // Null bytes end the logs of some drivers.
  const log = [...shaders, gl.getProgramInfoLog(program) ?? ''].join('\n').replaceAll('\0', '');
  return (
    log
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim() ?? 'the graphics driver gives no reason'
  );
}

/** Its materials: none, one or several. */
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
 * A program that does not link draws nothing and makes an error of every frame. three.js asks each
 * program as it makes it, and waits for the answer; here each is asked once, when all are made and
 * the answer is ready. What is drawn with a broken one is hidden, the module that added it is named,
 * and the world continues.
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
   * From now on programs are compiled between the frames, until `end`: what compiles them asks them
   * itself when they are done. Asked by the next frame instead, each would stop the page: 170 ms for
   * the first programs of a group with software WebGL.
   */
  begin(): void {
    this.#compiling++;
  }

  end(): void {
    this.#compiling--;
  }

  /**
   * After a frame: a module may make a material at any time, though it should not. Costs two
   * comparisons when none did.
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
        // Not the object: its module may show it again.
        material.visible = false;
        this.#scene.report(
          this.#scene.authorOf(object),
          new Error(`a shader does not compile, what it draws is hidden: ${reason}`),
        );
      }
    });
  }
}
