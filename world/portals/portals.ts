import {
  Box3,
  BoxGeometry,
  Color,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  type ShaderMaterial,
  Vector3,
} from 'three';
import type { DerivedState } from '../../data/derived.ts';
import type { GamesState } from '../../data/games/games-state.ts';
import type { PageState } from '../../data/core/page-state.ts';
import type { ReadingsState } from '../../data/readings/readings-state.ts';
import { PortalOrder } from '../../data/readings/portal-order.ts';
import type { TravelState } from '../../data/travel/travel-state.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import type { WorldState } from '../../data/world-state.ts';
import { travelTo } from '../../data/travel/travel.ts';
import type { Theme } from '../../theme/theme.ts';
import { defineModule } from '../core/define-module.ts';
import type { Disposables } from '../core/disposables.ts';
import type { Glow } from '../core/scene/glow.ts';
import type { WorldScene } from '../core/scene/scene.ts';
import { heightAt } from '../terrain/island/height.ts';
import { type TerrainUniforms, terrainMaterial, terrainUniforms } from '../terrain/terrain-material.ts';
import { updateFog } from '../utils/fog-uniforms.glsl.ts';
import { type PlacedPortal, type PortalViewModel, portalViewModels } from './portal-view-model.ts';
import { archTop, archesGeometry, placeMatrix } from './arch.ts';
import { Discs, LIVENESS, lightColor } from './discs/discs.ts';
import { Glimpses } from './discs/glimpses.ts';
import { PlayScreens } from './discs/play-screens.ts';
import { REACH_METRES, layoutPortals, reachOf } from './layout.ts';
import { portalColliders, portalDoor } from './portal-colliders.ts';
import { RuneRings } from './rune-rings.ts';
import type { Sign, SignMark } from './sign-picture.ts';
import { Signs } from './signs.ts';

type StateSlice = DerivedState &
  GamesState &
  PageState &
  ReadingsState &
  TravelState &
  ViewState &
  WorldState;

/** The pillars as obstacles, in metres from the middle of the arch. */
const PILLAR_OFFSET = 2.05;
const PILLAR_RADIUS = 0.75;
/** The factor of the swirl's speed with reduced motion. */
const REDUCED_MOTION_SPEED = 0.3;
/**
 * The maximum letter heights of a name, so that no name leaves the view from the start. If a portal is not
 * known to be online, its name is smaller. The return portal is near. Metres.
 */
const NAME = 0.8;
const QUIET_NAME = 0.66;
const RETURN_NAME = 0.52;
/** The gap between an arch's highest stone and its sign. */
const SIGN_GAP = 0.12;

const at = new Vector3();

/** The mark before a name, with the same meaning as the shape of the arch. */
const markOf = ({ readiness, access }: PlacedPortal): SignMark | undefined => {
  if (readiness === 'return') return 'back';
  return access === 'operator' ? 'lock' : access === 'local-only' ? 'house' : undefined;
};

/** The ring of portals: arches, discs, light on the ground, runes and names in five draw calls. */
class PortalRing {
  readonly #scene: WorldScene;
  readonly #state: StateSlice;
  readonly #theme: Theme;
  readonly #group = new Group();
  /** Time and fog, shared by the stones, the discs and the runes. */
  readonly #shared: TerrainUniforms;
  readonly #runes: RuneRings;
  readonly #discs: Discs;
  readonly #glimpses: Glimpses;
  readonly #screens: PlayScreens;
  readonly #box = new BoxGeometry(4.6, 5, 1.4).translate(0, 2.5, 0);
  readonly #stone: ShaderMaterial;
  /** Writes depth, so that depth of field blurs names by their own distance, not by that of the sky. */
  readonly #sign = new MeshBasicMaterial({ transparent: true, fog: false });
  /** Never drawn: for ray casts, and for the outlines of the debug overlay. */
  readonly #unseen = new MeshBasicMaterial();
  readonly #boxes: Mesh[] = [];
  #disposables: { dispose(): void }[] = [];
  readonly #order = new PortalOrder();
  #signs: Signs | undefined;
  #portals: readonly PlacedPortal[] = [];
  /** The version of the plays that the signs show. */
  #playsVersion = -1;
  #reading: unknown;
  #key = '';

  constructor(scene: WorldScene, state: StateSlice, theme: Theme, disposables: Disposables) {
    this.#shared = terrainUniforms(scene);
    this.#scene = scene;
    this.#state = state;
    this.#theme = theme;
    this.#group.name = 'portals';
    this.#stone = terrainMaterial(theme, this.#shared);
    this.#glimpses = new Glimpses(state, theme);
    this.#screens = new PlayScreens(scene, state, theme);
    this.#discs = new Discs(theme, this.#shared, this.#glimpses, this.#screens);
    this.#runes = new RuneRings(theme, this.#shared);
    for (const resource of [
      this.#runes,
      this.#discs,
      this.#glimpses,
      this.#screens,
      this.#box,
      this.#stone,
      this.#sign,
      this.#unseen,
    ])
      disposables.use(resource);
    disposables.add(scene, this.#group);
    disposables.defer(() => this.#clear());
    this.#follow();
  }

  update(_elapsed: number, delta: number): void {
    updateFog(this.#shared, this.#scene);
    const { plain, reducedMotion } = this.#state.world;
    this.#shared.time.value += plain.get() ? 0 : delta * (reducedMotion.get() ? REDUCED_MOTION_SPEED : 1);
    this.#follow();
    this.#glimpses.update(delta);
    this.#screens.update(delta);
    this.#showPlays();
    this.#discs.update(delta);
    this.#signs?.follow(this.#scene);
  }

  /**
   * Builds the ring again when something visible has changed; a health check with the same result
   * changes nothing.
   */
  #follow(): void {
    const reading = this.#state.derived.portals.get();
    if (reading === this.#reading) return;
    this.#reading = reading;
    const views = portalViewModels(reading);
    const key = JSON.stringify(views);
    if (key === this.#key) return;
    this.#key = key;
    this.#clear();
    this.#build(views);
  }

  /** During a play at a portal, the line under the name is the state of the play. */
  #showPlays(): void {
    const { version } = this.#screens;
    if (version === this.#playsVersion) return;
    this.#playsVersion = version;
    this.#portals.forEach(({ id, line }, index) =>
      this.#signs?.setLine(index, this.#screens.lineOf(id) ?? line),
    );
  }

  #build(views: readonly PortalViewModel[]): void {
    const portals = this.#placed(this.#order.sort(views));
    this.#portals = portals;
    this.#playsVersion = -1;
    const stones = new Mesh(archesGeometry(this.#theme, portals), this.#stone);
    // The arches are all around the visitor, so a part of them is always visible.
    stones.frustumCulled = false;
    stones.userData['zoomLabel'] = 'A portal';
    this.#take(stones);
    this.#disposables.push({ dispose: this.#scene.registry.stonework.add(stones) });
    // A ruin has no disc: the sky behind it is visible.
    const withDisc = portals.filter(({ readiness }) => readiness !== 'ruin');
    for (const mesh of this.#discs.build(withDisc)) this.#take(mesh);
    this.#signs = new Signs(portals.map(this.#signOf), this.#theme, this.#sign);
    this.#signs.follow(this.#scene);
    this.#group.add(this.#signs.mesh);
    this.#disposables.push({ dispose: this.#scene.registry.words.add(this.#signs.mesh) });
    this.#take(this.#runes.build(portals));
    for (const portal of portals) this.#register(portal);
    const doors = portals.map((portal) => portalDoor(portal, portal.matrix, portal.color));
    this.#scene.registry.doors = doors;
    const glows = doors.flatMap(({ centre: { x, y, z }, radius, front: { yaw: turn } }, i): Glow[] => {
      const portal = portals[i];
      const light = portal ? LIVENESS[portal.presence] : 0;
      if (!portal || light === 0) return [];
      const size = { width: radius * 2, height: radius * 2, shape: 'disc', turn } as const;
      return [{ x, y, z, ...size, color: lightColor(portal).clone().multiplyScalar(light) }];
    });
    this.#scene.registry.glows.set(this, glows);
    const swirls = doors.flatMap(({ centre, radius }, i) =>
      portals[i]?.presence === 'online'
        ? [{ box: new Box3().setFromCenterAndSize(centre, at.setScalar(radius * 2)), hertz: 8 }]
        : [],
    );
    this.#scene.registry.movingParts.set(this, swirls);
    const pillars = portals.flatMap(({ matrix, place }) =>
      [-PILLAR_OFFSET, PILLAR_OFFSET].map((side) => {
        at.set(side, 0, 0).applyMatrix4(matrix);
        return { x: at.x, z: at.z, radius: PILLAR_RADIUS * place.size };
      }),
    );
    this.#scene.registry.obstacles.set(this, [...pillars, ...doors.flatMap(portalColliders)]);
  }

  #placed(views: readonly PortalViewModel[]): PlacedPortal[] {
    const places = layoutPortals(
      views.map(({ record }) => record),
      heightAt,
    );
    return views.flatMap((view, i) => {
      const place = places[i];
      if (!place) return [];
      return [{ ...view, place, matrix: placeMatrix(place, new Matrix4()), color: this.#colorOf(view) }];
    });
  }

  #colorOf({ presence, color }: PortalViewModel): Color {
    const { portalOffline, portalDefault } = this.#theme.colors;
    return new Color(presence === 'offline' ? portalOffline : (color ?? portalDefault));
  }

  /** Adds a mesh, which is removed when the ring is built again. */
  #take(mesh: Mesh): void {
    this.#group.add(mesh);
    if (mesh instanceof InstancedMesh) this.#disposables.push(mesh);
    this.#disposables.push(mesh.geometry);
  }

  readonly #signOf = (portal: PlacedPortal): Sign => {
    const { text, textQuiet, agentDormantText } = this.#theme.colors;
    const { name, line, matrix, access, readiness } = portal;
    const offline = portal.presence === 'offline';
    return {
      name,
      line,
      mark: markOf(portal),
      maxSize: readiness === 'return' ? RETURN_NAME : portal.presence === 'online' ? NAME : QUIET_NAME,
      nameColor: offline ? agentDormantText : text,
      lineColor: offline ? agentDormantText : textQuiet,
      matrix,
      height: archTop(access, readiness) + SIGN_GAP,
    };
  };

  /** During a play at the portal, the hint has the state of the play. */
  #labelOf({ id, name, label }: PlacedPortal): string {
    const line = this.#screens.lineOf(id);
    return line === undefined ? label : `${name} — ${line}`;
  }

  /** An invisible box for each portal, for ray casts, the hint and the key. */
  #register(view: PlacedPortal): void {
    const box = new Mesh(this.#box, this.#unseen);
    box.name = `portal ${view.id}`;
    box.visible = false;
    box.userData['class'] = 'collision-box';
    view.matrix.decompose(box.position, box.quaternion, box.scale);
    box.updateMatrixWorld();
    this.#group.add(box);
    this.#boxes.push(box);
    const { entrance } = view;
    const reach = reachOf(view.place);
    this.#scene.interactions.register(box, {
      reach,
      requiresAim: reach > REACH_METRES,
      fromAfar: 'come',
      label: () => this.#labelOf(view),
      name: () => view.name,
      ...(entrance.open && {
        action: {
          key: 'F',
          text: () => view.actionLabel,
          run: () => travelTo(this.#state, { portalId: view.id, href: entrance.href }),
        },
      }),
    });
  }

  /** Undoes `#build`. */
  #clear(): void {
    for (const box of this.#boxes.splice(0)) this.#scene.interactions.unregister(box);
    this.#scene.registry.obstacles.clear(this);
    this.#scene.registry.doors = [];
    this.#scene.registry.glows.clear(this);
    this.#scene.registry.movingParts.clear(this);
    this.#group.clear();
    for (const item of this.#disposables) item.dispose();
    this.#disposables = [];
    this.#signs?.dispose();
    this.#signs = undefined;
  }
}

export const { init, update, dispose } = defineModule((...given) => new PortalRing(...given));
