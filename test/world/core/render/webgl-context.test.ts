import { expect } from '@open-wc/testing';
import { createContext } from '../../../../world/core/render/webgl-context.ts';
import { start } from '../../started-world.ts';

describe('the WebGL context', () => {
  it('detects a software renderer by its name', () => {
    const isSoftware = (renderer: string): boolean | undefined => {
      const context = createContext(document.createElement('canvas'), renderer);
      context?.gl.getExtension('WEBGL_lose_context')?.loseContext();
      return context?.software;
    };
    expect(
      isSoftware('ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero)), SwiftShader driver)'),
    ).to.equal(true);
    expect(isSoftware('ANGLE (Mesa, llvmpipe (LLVM 15.0.6, 256 bits), OpenGL ES 3.2)')).to.equal(true);
    expect(isSoftware('ANGLE (Microsoft, Microsoft Basic Render Driver Direct3D11)')).to.equal(true);
    expect(isSoftware('ANGLE (NVIDIA GeForce RTX 3060)')).to.equal(false);
  });

  it('antialiases only on a graphics card, and reads the renderer’s name from the context if needed', () => {
    const contextOf = (renderer?: string) => createContext(document.createElement('canvas'), renderer);
    expect(contextOf('ANGLE (NVIDIA GeForce RTX 3060)')?.software).to.equal(false);
    const software = contextOf('llvmpipe');
    expect(software?.software).to.equal(true);
    expect(software?.gl.getContextAttributes()?.antialias).to.equal(false);
    const asked = contextOf();
    expect(asked?.software).to.equal(true);
    for (const graphics of [software, asked]) graphics?.gl.getExtension('WEBGL_lose_context')?.loseContext();
  });

  it('is made once for the page', async () => {
    const { getContext } = HTMLCanvasElement.prototype;
    const made: unknown[] = [];
    HTMLCanvasElement.prototype.getContext = function counted(this: HTMLCanvasElement, ...args: [string]) {
      if (args[0] !== '2d') made.push(this);
      return Reflect.apply(getContext, this, args) as null;
    } as typeof getContext;
    try {
      const { canvas, stop } = await start();
      expect(made).to.deep.equal([canvas]);
      stop();
    } finally {
      HTMLCanvasElement.prototype.getContext = getContext;
    }
  });
});
