import { expect } from '@open-wc/testing';
import { BoxGeometry, Mesh, MeshBasicMaterial, PlaneGeometry } from 'three';
import { WarmUp, prepareFirstFrame, warmUp } from '../../../../world/core/render/gpu-warm-up.ts';
import { FrameRenderer } from '../../../../world/core/render/frame-renderer.ts';
import { type TestStage, createTestStage } from '../../../helpers/stage.ts';

describe('the warm-up', () => {
  let stage: TestStage;
  const box = new Mesh(new BoxGeometry(), new MeshBasicMaterial());
  beforeEach(() => {
    stage = createTestStage();
    stage.scene.add(box);
  });
  afterEach(() => {
    box.removeFromParent();
    box.geometry.dispose();
    box.material.dispose();
    stage.dispose();
  });

  it('restores each object, also when a second warm-up starts during the first', async () => {
    await Promise.all([warmUp(stage.scene), warmUp(stage.scene)]);
    expect(box.layers.mask).to.equal(1);
    expect(box.frustumCulled).to.equal(true);
  });

  it('lets no frame ask a program that is still being compiled', async () => {
    const { scene } = stage;
    const gl = scene.renderer.getContext();
    const ask = gl.getProgramParameter.bind(gl);
    let asked = 0;
    gl.getProgramParameter = (program: WebGLProgram, name: number): unknown => {
      if (name === gl.LINK_STATUS) asked++;
      return ask(program, name) as unknown;
    };
    const warming = new WarmUp(scene);
    warming.add([box]);
    scene.frame.shaders.afterFrame();
    expect(asked, 'while it is compiled').to.equal(0);
    await warming.finish();
    expect(asked, 'once it is compiled').to.be.greaterThan(0);
  });

  it('holds the frames while it checks the programs, and then continues them', async () => {
    const { scene } = stage;
    const picture = new FrameRenderer(scene);
    let held = false;
    const hold = picture.hold.bind(picture);
    picture.hold = () => {
      held = true;
      return hold();
    };
    await warmUp(scene);
    expect(held).to.equal(true);
    const { frame } = scene.renderer.info.render;
    picture.render(0, 1 / 60);
    expect(scene.renderer.info.render.frame).to.be.greaterThan(frame);
    picture.dispose();
  });

  it('draws each program in every state in which a frame draws it, and words in that of words', async () => {
    const { scene, renderer } = stage;
    const picture = new FrameRenderer(scene);
    picture.setSize(96, 54);
    picture.setQuality('lowest', 0.5, 1);
    picture.render(0, 0);
    const sign = new Mesh(new PlaneGeometry(), new MeshBasicMaterial({ transparent: true }));
    sign.position.set(0, 1.7, 12);
    scene.add(sign);
    scene.registry.words.add(sign);
    const gl = renderer.getContext() as WebGL2RenderingContext;
    let states = new Set<string>();
    const programs: unknown[] = [];
    const drawElements = gl.drawElements.bind(gl);
    gl.drawElements = (...args) => {
      const program: unknown = gl.getParameter(gl.CURRENT_PROGRAM);
      if (!programs.includes(program)) programs.push(program);
      const into = gl.getParameter(gl.FRAMEBUFFER_BINDING) === null ? 'the canvas' : 'a target';
      const blending = gl.isEnabled(gl.BLEND) && String(gl.getParameter(gl.BLEND_EQUATION_RGB));
      states.add(`program ${programs.indexOf(program)} into ${into}, blending ${blending}`);
      drawElements(...args);
    };
    await warmUp(scene, [box, sign]);
    const warmed = states;
    states = new Set();
    for (const still of [false, true]) {
      picture.still = still;
      picture.render(1, 0.1);
    }
    expect([...states], 'a moving and a still frame').to.include.members([...warmed]);
    expect([...warmed]).to.include.members([...states]);
    picture.dispose();
    sign.geometry.dispose();
    sign.material.dispose();
  });

  it('draws in the first frame also what the camera does not see', async () => {
    const { scene, renderer } = stage;
    box.position.set(0, 0, 100);
    const end = await prepareFirstFrame(scene);
    stage.render();
    expect(renderer.info.memory.geometries, 'uploaded').to.equal(1);
    expect(box.frustumCulled).to.equal(false);
    end();
    expect(box.frustumCulled).to.equal(true);
  });
});
