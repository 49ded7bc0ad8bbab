import type { TextDocument } from './documents.ts';

/**
 * What the visitor is doing with the world, one at a time (specification 3.3 and 3.4). A pure state machine: the camera, the passes, the
 * overlays and the address follow `state.view`, and whoever wants another view sends a command.
 */
export const viewModes = [
  'normal',
  'overview',
  'photo',
  'zoom',
  'time-lapse',
  'oath',
  'reading',
  'warp',
] as const;
export type ViewMode = (typeof viewModes)[number];

/** What one key enters and leaves. */
export const toggledModes = ['overview', 'photo', 'time-lapse', 'oath'] as const;
export type ToggledMode = (typeof toggledModes)[number];

/** How one moves about the world: on foot, or round its middle. */
export type Navigation = 'walk' | 'orbit';

/** How near to what it shows a zoom comes to rest, by how far off that was (specification 3.4). Metres. */
export const ZOOM_METRES = { least: 1.5, most: 5 } as const;

/** What was double-clicked. */
export interface ZoomTarget {
  /** What the HUD calls it. */
  readonly label: string;
  /** The point that was met, in metres. */
  readonly at: readonly [x: number, y: number, z: number];
  /** How far from that point the eye comes to rest, in metres. */
  readonly distance: number;
}

export type View = { readonly navigation: Navigation } & (
  | { readonly mode: 'normal' | ToggledMode }
  | { readonly mode: 'zoom'; readonly target: ZoomTarget }
  | { readonly mode: 'reading'; readonly readout: TextDocument }
  | { readonly mode: 'warp'; readonly portalId: string; readonly href: string }
);

export type ViewCommand =
  | { readonly kind: 'toggle'; readonly mode: ToggledMode }
  /** As `toggle`, but never leaves: what a link or a button names. */
  | { readonly kind: 'enter'; readonly mode: 'normal' | ToggledMode }
  | { readonly kind: 'zoom'; readonly target: ZoomTarget }
  | { readonly kind: 'read'; readonly readout: TextDocument }
  | { readonly kind: 'warp'; readonly portalId: string; readonly href: string }
  /** V: the other way to move about. */
  | { readonly kind: 'navigate' }
  /** Esc. */
  | { readonly kind: 'escape' }
  /** A mode has come to its end by itself; nothing if another has begun meanwhile. */
  | { readonly kind: 'end'; readonly mode: ViewMode };

/** How long the way through a portal takes (specification 3.3). */
export const WARP_SECONDS = 2.2;
/** The share of it at which the visitor is as good as there: the way on is ordered. */
export const WARP_ARRIVES = 0.88;

export const firstView: View = { mode: 'normal', navigation: 'walk' };

/** From the overview and from a photograph nobody zooms (specification 3.4). */
const NO_ZOOM: readonly ViewMode[] = ['overview', 'photo'];

/** In these the camera, or all of the visitor, is elsewhere. */
const OFF_THEIR_FEET: readonly ViewMode[] = ['overview', 'photo', 'zoom', 'warp'];

/** Whether the visitor walks about and reaches for things; otherwise they look, and what they press steers what they look from. */
export const isOnFoot = ({ mode, navigation }: View): boolean =>
  navigation === 'walk' && !OFF_THEIR_FEET.includes(mode);

/** The view after a command; the same object where the command changes nothing. */
export function nextView(view: View, command: ViewCommand): View {
  const { navigation } = view;
  const normal: View = { mode: 'normal', navigation };
  if (command.kind === 'escape') return view.mode === 'normal' ? view : normal;
  if (command.kind === 'end') return view.mode === command.mode && view.mode !== 'normal' ? normal : view;
  // Who is on the way to another world goes there, or turns back.
  if (view.mode === 'warp') return view;
  switch (command.kind) {
    case 'toggle':
      return view.mode === command.mode ? normal : { mode: command.mode, navigation };
    case 'enter':
      return view.mode === command.mode ? view : { mode: command.mode, navigation };
    case 'zoom':
      return NO_ZOOM.includes(view.mode) ? view : { mode: 'zoom', navigation, target: command.target };
    case 'read':
      return { mode: 'reading', navigation, readout: command.readout };
    case 'warp':
      return { mode: 'warp', navigation, portalId: command.portalId, href: command.href };
    case 'navigate':
      // A photograph is always taken from an orbit.
      if (view.mode === 'photo') return view;
      return { ...view, navigation: navigation === 'walk' ? 'orbit' : 'walk' };
  }
}
