import {
  type BufferGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  type Texture,
} from 'three';
import type { Reading } from '../../../data/readings/reading.ts';
import type { PageState } from '../../../data/core/page-state.ts';
import type { ReadingsState } from '../../../data/readings/readings-state.ts';
import type { WorldState } from '../../../data/world-state.ts';
import { blockText, provenanceText } from '../../../data/readings/format.ts';
import { defineModule } from '../../core/define-module.ts';
import { DrawnModule, type ModuleParts } from '../../utils/drawn-module.ts';
import { heightAt } from '../../terrain/island/height.ts';
import { terrainMaterial, terrainUniforms } from '../../terrain/terrain-material.ts';
import { ADDED_LIGHT, ADDITIVE } from '../../utils/drawing.ts';
import { ageMinutes } from '../panel-module.ts';
import { EDGE_STRIP_METRES, PanelTexture } from '../panel-texture.ts';
import { NewBlocks } from '../../utils/zaps-and-blocks.ts';
import { type Hoop, PULSE_SECONDS, hoopAt } from './block-animation.ts';
import { GLOBE_PLACE } from '../globe/globe.ts';
import { layoutPlate, plinthContent } from './plinth-content.ts';
import {
  PLATE_HEIGHT,
  PLATE_LEAN,
  PLATE_PLACE,
  PLATE_WIDTH,
  PLINTH_TOP,
  hoopGeometry,
  plinthGeometry,
} from './plinth-geometry.ts';

type StateSlice = PageState & ReadingsState & WorldState;

const REACH_METRES = 5;
const OBSTACLE_RADIUS = 0.95;
/** The scale of the stone: so low that from the start it is visible below the panel in front of it. */
const STONE_SHARE = 0.78;
const TOP = PLINTH_TOP * STONE_SHARE;
/** The maximum brightness of the hoop. */
const HOOP_LIGHT = 0.85;
/** How deep the lowest step is in the ground. */
const GROUND_SINK_METRES = 0.06;

/**
 * The height of the strip below the picture, as a share of the canvas. The strip has the colour of the state,
 * and only the hoop shows the strip.
 */
const STRIP = EDGE_STRIP_METRES / (PLATE_HEIGHT + EDGE_STRIP_METRES);

/** A plane that shows the picture without the strip below it. */
function plateGeometry(): PlaneGeometry {
  const geometry = new PlaneGeometry(PLATE_WIDTH, PLATE_HEIGHT);
  const uv = geometry.getAttribute('uv');
  for (let i = 0; i < uv.count; i++) uv.setY(i, STRIP + uv.getY(i) * (1 - STRIP));
  return geometry;
}

const hoopMaterial = (map: Texture): MeshBasicMaterial =>
  new MeshBasicMaterial({
    map,
    vertexColors: true,
    ...ADDITIVE,
    fog: false,
    side: DoubleSide,
    // The order of additive light does not matter, so a second draw call for the far half is not needed.
    forceSinglePass: true,
  });

/** The plinth below the globe: the block height, and a hoop of light over the globe for each new block. */
class BlockPlinth extends DrawnModule<StateSlice> {
  readonly #group = new Group();
  readonly #shared = terrainUniforms(this.scene);
  readonly #plate: Mesh<PlaneGeometry, MeshBasicMaterial>;
  readonly #hoop: Mesh<BufferGeometry, MeshBasicMaterial>;
  /** The hoop in this frame. */
  readonly #hoopPlace: Hoop = { height: 0, radius: 0, light: 0 };
  readonly #blocks = new NewBlocks();
  #picture = this.#newPicture();
  #reading: Reading<number> | undefined;
  #minute = -1;
  /** The elapsed seconds of the pulse, up to `PULSE_SECONDS`. */
  #pulseSeconds = PULSE_SECONDS;

  constructor(...parts: ModuleParts<StateSlice>) {
    super(...parts);
    const { scene, theme, disposables } = this;
    disposables.defer(() => this.#picture.dispose());
    const map = this.#picture.texture;
    const stone = new Mesh(plinthGeometry(theme), terrainMaterial(theme, this.#shared));
    this.#plate = new Mesh(
      plateGeometry(),
      new MeshBasicMaterial({ map, transparent: true, depthWrite: false, fog: false }),
    );
    this.#plate.position.set(0, PLATE_PLACE.y, PLATE_PLACE.z);
    this.#plate.rotation.x = -PLATE_LEAN;
    this.#hoop = new Mesh(hoopGeometry(STRIP / 2), hoopMaterial(map));
    this.#hoop.visible = false;
    this.#hoop.renderOrder = -1;
    for (const { geometry, material } of [stone, this.#plate, this.#hoop]) {
      disposables.use(geometry);
      disposables.use(material);
    }
    this.#group.name = 'block-plinth';
    this.#group.userData['zoomLabel'] = 'Block height';
    const { x, z } = GLOBE_PLACE;
    this.#group.position.set(x, heightAt(x, z) - GROUND_SINK_METRES, z);
    // The front faces the platform's centre, like the portals beside it.
    this.#group.rotation.y = Math.atan2(-x, -z);
    const body = new Group().add(stone, this.#plate);
    body.scale.setScalar(STONE_SHARE);
    disposables.add(scene, this.#group.add(body, this.#hoop));
    disposables.defer(scene.registry.words.add(this.#plate));
    disposables.defer(scene.registry.stonework.add(stone));
    disposables.defer(scene.registry.obstacles.set(this, [{ x, z, radius: OBSTACLE_RADIUS }]));
    const viewpoint = { before: this.#group.name, metres: 3.3, width: 0 };
    disposables.defer(scene.registry.addViewpoint('block', viewpoint));
    const hint = { label: () => this.#label(), reach: REACH_METRES, fromAfar: 'come' as const };
    disposables.defer(scene.interactions.register(this.#plate, hint));
    this.update(0, 0);
  }

  update(_elapsed: number, delta: number): void {
    this.#read();
    this.#showPulse(delta);
    this.updateFog(this.#shared);
    if (!this.reducedMotion) this.#shared.time.value += delta;
  }

  #newPicture(): PanelTexture {
    return new PanelTexture(PLATE_WIDTH, PLATE_HEIGHT, this.scene, this.theme, false, layoutPlate);
  }

  #label(): string {
    const reading = this.state.readings.blockHeight.get();
    return `Block height: ${blockText(reading)} — ${provenanceText(reading, this.state.now.get())}`;
  }

  /** Draws again after a change of the reading, of its age in minutes or of the quality level. */
  #read(): void {
    const reading = this.state.readings.blockHeight.get();
    const now = this.state.now.get();
    const minute = ageMinutes(reading, now);
    const sharper = this.#picture.quality !== this.scene.frame.quality;
    if (reading === this.#reading && minute === this.#minute && !sharper) return;
    if (sharper) {
      this.#picture.dispose();
      this.#picture = this.#newPicture();
      this.#plate.material.map = this.#picture.texture;
      this.#hoop.material.map = this.#picture.texture;
    }
    if (this.#blocks.heard(reading)) this.#pulseSeconds = 0;
    this.#reading = reading;
    this.#minute = minute;
    this.#picture.set(plinthContent(reading, now));
    this.#picture.paint();
    this.#plate.userData['texts'] = this.#picture.texts;
  }

  /** Moves the hoop during a pulse. Otherwise it is hidden, so that it needs no draw call. */
  #showPulse(delta: number): void {
    const hoop = this.#hoop;
    const place = this.#hoopPlace;
    hoop.visible = this.#pulseSeconds < PULSE_SECONDS;
    if (!hoop.visible) return;
    const centre = GLOBE_PLACE.y - this.#group.position.y - TOP;
    hoopAt(this.#pulseSeconds / PULSE_SECONDS, centre, this.reducedMotion, place);
    hoop.position.y = TOP + place.height;
    // A narrower hoop is flatter, because a tall band would look clumsy at the plinth.
    hoop.scale.set(place.radius, Math.min(1, 0.35 + place.radius * 0.2), place.radius);
    hoop.material.color.setScalar(place.light * HOOP_LIGHT * ADDED_LIGHT);
    this.#pulseSeconds += delta;
  }
}

export const { init, update, dispose } = defineModule((...given) => new BlockPlinth(...given));
