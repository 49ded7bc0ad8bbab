import { MINUTE_MS } from '../../data/core/time.ts';
import {
  Box3,
  BoxGeometry,
  type BufferGeometry,
  DoubleSide,
  Group,
  type IUniform,
  InstancedBufferAttribute,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  ShaderMaterial,
  type Texture,
  Vector3,
} from 'three';
import { type Reading, currentValue } from '../../data/readings/reading.ts';
import type { Commit } from '../../data/readings/records.ts';
import type { DerivedState } from '../../data/derived.ts';
import { type TextDocument, commitDocument } from '../../data/view/documents.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import type { WorldState } from '../../data/world-state.ts';
import type { Theme } from '../../theme/theme.ts';
import { defineModule } from '../core/define-module.ts';
import type { Disposables } from '../core/disposables.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { ReadableText } from '../interaction/readable.ts';
import { type TerrainUniforms, terrainMaterial, terrainUniforms } from '../terrain/terrain-material.ts';
import { glslConstants } from '../utils/constants.glsl.ts';
import { updateFog } from '../utils/fog-uniforms.glsl.ts';
import {
  BANNERS,
  type BannerPlace,
  type BannerView,
  CLOTH_HEIGHT,
  CLOTH_NOTCH,
  CLOTH_TOP,
  CLOTH_WIDTH,
  bannerPlaces,
  bannerViews,
} from './banner-layout.ts';
import { BannerPicture } from './banner-picture.ts';
import { clothGeometry, standMatrix, standsGeometry } from './banner-stand.ts';
import { bannerFragment, bannerVertex } from './banners.glsl.ts';

type StateSlice = DerivedState & ViewState & WorldState;

/** A cloth can be read from this distance. */
const REACH_METRES = 4.5;
/** What the key does at a cloth, as its hint shows it. */
const CHANGE_VERB = 'see what changed';
const OBSTACLE_RADIUS = 0.22;
/** The time constant of unfurling and furling: two thirds of the way in this many seconds. */
const UNFURL_SECONDS = 0.6;
/**
 * The cloth of a new commit swings while it unfurls: the first amplitude at its lower edge in metres, the
 * frequency, and the time in which the amplitude loses two thirds.
 */
const SWING_METRES = 0.75;
const SWING_HERTZ = 0.55;
const SWING_SECONDS = 1.6;
/** After this time the cloth does not swing any more. */
const SWING_END_SECONDS = 8;
/** The centre height and the radius of a cloth's bounding sphere, with its waves. Metres. */
const MIDDLE_METRES = CLOTH_TOP - CLOTH_HEIGHT / 2;
const CLOTH_METRES = 1.4;
const clothSize = new Vector3().setScalar(CLOTH_METRES * 2);
/** The angular speed of the waves on a clear night: a period of about six seconds. Radians a second. */
const WAVE_SPEED = 1.05;
/** The strength of the wind with reduced motion: the cloths have waves that do not move. */
const REDUCED_MOTION_WIND = 0.45;
/** The swing of a cloth's lower edge, `seconds` after it unfurled. Metres. */
const swingAt = (seconds: number): number =>
  seconds > SWING_END_SECONDS
    ? 0
    : SWING_METRES * Math.exp(-seconds / SWING_SECONDS) * Math.cos(seconds * SWING_HERTZ * Math.PI * 2);
const ahead = new Vector3();
const towards = new Vector3();

/** The strength of the waves at a wind speed, limited so that a storm does not distort the cloth. */
const strengthOf = (speed: number): number => 0.55 + 0.3 * Math.min(speed, 2.4);

/**
 * The latest commits as cloths on slim poles along the platform's near edges: stands and cloths,
 * two draw calls.
 */
class CommitBanners {
  readonly #scene: WorldScene;
  readonly #state: StateSlice;
  readonly #theme: Theme;
  readonly #group = new Group();
  readonly #shared: TerrainUniforms;
  /** The phase and the strength of the waves, and the swing of the newest cloth. */
  readonly #wind = new Vector3(0, REDUCED_MOTION_WIND, 0);
  readonly #map: IUniform<Texture>;
  readonly #stands: Mesh<BufferGeometry, ShaderMaterial>;
  readonly #cloths: InstancedMesh<BufferGeometry, ShaderMaterial>;
  /** For each cloth: its cell, and how far it is unfurled. */
  readonly #hang: InstancedBufferAttribute;
  readonly #boxes: readonly Mesh[];
  /** What each commit changed. */
  readonly #texts: readonly ReadableText[];
  readonly #box = new BoxGeometry(CLOTH_WIDTH, CLOTH_TOP, 0.3).translate(0, CLOTH_TOP / 2, 0);
  readonly #unseen = new MeshBasicMaterial();
  #picture: BannerPicture;
  #views: readonly BannerView[] = [];
  #reading: Reading<readonly Commit[]> | undefined;
  #minute = -1;
  #drawn = '';
  #newest = '';
  /** Seconds since the cloth of a new commit began to unfurl. */
  #sinceDrop = Infinity;
  /** False until the first frame, in which the cloths are shown without unfurling. */
  #settled = false;

  constructor(scene: WorldScene, state: StateSlice, theme: Theme, disposables: Disposables) {
    this.#shared = terrainUniforms(scene);
    this.#scene = scene;
    this.#state = state;
    this.#theme = theme;
    const places = bannerPlaces();
    this.#picture = new BannerPicture(scene, theme);
    this.#map = { value: this.#picture.texture };
    this.#stands = new Mesh(standsGeometry(theme, places), terrainMaterial(theme, this.#shared));
    this.#cloths = new InstancedMesh(clothGeometry(), this.#clothMaterial(), BANNERS);
    this.#cloths.frustumCulled = false;
    // The shader moves the cloths, so rays test the boxes of the unfurled ones instead.
    this.#cloths.raycast = () => undefined;
    this.#hang = new InstancedBufferAttribute(new Float32Array(BANNERS * 2), 2);
    this.#cloths.geometry.setAttribute('aBanner', this.#hang);
    this.#boxes = this.#hangCloths(places);
    this.#texts = this.#boxes.map(
      (box, i) => new ReadableText(state, () => this.#change(box, i), CHANGE_VERB),
    );
    for (const { geometry, material } of [this.#stands, this.#cloths]) {
      disposables.use(geometry);
      disposables.use(material);
    }
    for (const resource of [this.#cloths, this.#box, this.#unseen]) disposables.use(resource);
    this.#group.name = 'commit-banners';
    this.#group.userData['zoomLabel'] = 'A commit banner';
    disposables.add(scene, this.#group.add(this.#stands, this.#cloths, ...this.#boxes));
    disposables.defer(scene.registry.words.add(this.#cloths));
    disposables.defer(scene.registry.stonework.add(this.#stands));
    this.#group.updateMatrixWorld();
    scene.registry.obstacles.set(
      this,
      places.map(({ x, z }) => ({ x, z, radius: OBSTACLE_RADIUS })),
    );
    scene.registry.movingParts.set(
      this,
      places.map(({ x, z }) => ({
        box: new Box3().setFromCenterAndSize(new Vector3(x, MIDDLE_METRES, z), clothSize),
        hertz: 6,
      })),
    );
    disposables.defer(() => {
      for (const box of this.#boxes) scene.interactions.unregister(box);
      for (const text of this.#texts) text.dispose();
      scene.registry.obstacles.clear(this);
      scene.registry.movingParts.clear(this);
      this.#picture.dispose();
    });
    this.update(0, 0);
  }

  update(_elapsed: number, delta: number): void {
    updateFog(this.#shared, this.#scene);
    this.#read();
    this.#blow(delta);
    this.#hangOut(delta);
    // Cloths behind the visitor are not drawn. During the warm-up, when the layer mask is 0, the cloths must
    // be visible, so that their textures are uploaded.
    this.#cloths.visible = this.#cloths.layers.mask === 0 || this.#isAhead();
  }

  /** Whether a cloth can be in the picture: at the start all are behind the visitor. */
  #isAhead(): boolean {
    const { camera } = this.#scene;
    camera.getWorldDirection(ahead);
    for (const { position } of this.#boxes) {
      towards.copy(position).setY(MIDDLE_METRES).sub(camera.position);
      if (towards.dot(ahead) > -CLOTH_METRES) return true;
    }
    return false;
  }

  #clothMaterial(): ShaderMaterial {
    const constants = glslConstants({
      WIDTH: CLOTH_WIDTH,
      HEIGHT: CLOTH_HEIGHT,
      NOTCH: CLOTH_NOTCH,
      CELLS: BANNERS,
    });
    return new ShaderMaterial({
      name: 'banner',
      vertexShader: `${constants}\n${bannerVertex}`,
      fragmentShader: `${constants}\n${bannerFragment}`,
      uniforms: { map: this.#map, wind: { value: this.#wind }, fade: this.#shared.fade },
      side: DoubleSide,
    });
  }

  /** Places the cloths. Returns an invisible box for each, for ray casting. */
  #hangCloths(places: readonly BannerPlace[]): Mesh[] {
    const matrix = new Matrix4();
    const top = new Matrix4().makeTranslation(0, CLOTH_TOP, 0);
    return places.map((place, i) => {
      standMatrix(place, matrix);
      const box = new Mesh(this.#box, this.#unseen);
      box.name = `commit banner ${i}`;
      box.visible = false;
      box.userData['class'] = 'collision-box';
      matrix.decompose(box.position, box.quaternion, box.scale);
      this.#cloths.setMatrixAt(i, matrix.multiply(top));
      this.#hang.setX(i, i);
      return box;
    });
  }

  /**
   * Reads again when the reading or the minute changes, and draws again when the words or the resolution
   * change.
   */
  #read(): void {
    const reading = this.#state.derived.shownLastCommits.get();
    const now = this.#state.derived.shownNow.get();
    const minute = Math.floor(now / MINUTE_MS);
    const sharper = this.#picture.quality !== this.#scene.frame.quality;
    if (reading === this.#reading && minute === this.#minute && !sharper) return;
    this.#reading = reading;
    this.#minute = minute;
    const views = bannerViews(reading, now);
    this.#views = views;
    const key = JSON.stringify(views.map(({ label: _label, ...seen }) => seen));
    if (key === this.#drawn && !sharper) return;
    this.#drawn = key;
    if (sharper) {
      this.#picture.dispose();
      this.#picture = new BannerPicture(this.#scene, this.#theme);
      this.#map.value = this.#picture.texture;
    }
    const words = this.#picture.draw(views);
    // For measuring legibility (ci/pictures/reading.ts).
    this.#boxes.forEach((box, i) => (box.userData['lines'] = words[i]));
    this.#announce(views);
  }

  /** What the commit of a cloth changed; undefined without a commit. */
  #change({ position: { x, z } }: Mesh, index: number): TextDocument | undefined {
    const commit = this.#reading && currentValue(this.#reading)?.[index];
    const shown = commit && commitDocument(commit, this.#reading?.source ?? '');
    return shown && { ...shown, at: { x, z } };
  }

  /** Sets the hint of each unfurled cloth. The cloth of a new commit unfurls again. */
  #announce(views: readonly BannerView[]): void {
    this.#boxes.forEach((box, i) => {
      if (i < views.length)
        this.#scene.interactions.register(box, {
          reach: REACH_METRES,
          fromAfar: 'come',
          label: () => this.#views[i]?.label ?? '',
          ...(views[i]?.sha !== '' && { action: this.#texts[i]?.action }),
        });
      else this.#scene.interactions.unregister(box);
    });
    const newest = views[0]?.sha ?? '';
    if (this.#newest !== '' && newest !== '' && newest !== this.#newest) {
      this.#hang.setY(0, 0);
      this.#sinceDrop = 0;
    }
    this.#newest = newest;
  }

  /** Moves the waves with the scene's wind. */
  #blow(delta: number): void {
    if (this.#state.world.reducedMotion.get()) {
      this.#wind.y = REDUCED_MOTION_WIND;
      this.#wind.z = 0;
      return;
    }
    this.#sinceDrop += delta;
    this.#wind.z = swingAt(this.#sinceDrop);
    const { windSpeed } = this.#scene.weather;
    this.#wind.x += delta * WAVE_SPEED * (0.6 + 0.4 * windSpeed);
    this.#wind.y = strengthOf(windSpeed);
  }

  /** Unfurls and furls the cloths; writes nothing when they have reached their positions. */
  #hangOut(delta: number): void {
    const at =
      this.#settled && !this.#state.world.reducedMotion.get() ? 1 - Math.exp(-delta / UNFURL_SECONDS) : 1;
    this.#settled = true;
    let moved = false;
    for (let i = 0; i < BANNERS; i++) {
      const wanted = i < this.#views.length ? 1 : 0;
      const before = this.#hang.getY(i);
      if (before === wanted) continue;
      const next = before + (wanted - before) * at;
      this.#hang.setY(i, Math.abs(wanted - next) < 0.002 ? wanted : next);
      moved = true;
    }
    if (moved) this.#hang.needsUpdate = true;
  }
}

export const { init, update, dispose } = defineModule((...given) => new CommitBanners(...given));
