/**
 * The current view of the world, one at a time (specification 3.3 and 3.4). A pure state machine: the
 * camera, the passes, the overlays and the URL follow `state.view`. Commands change it
 * (`dispatchView`).
 */
import type { TextDocument } from './documents.ts';

/** A key and its effect. */
export interface Key {
  /** The same as `KeyboardEvent.key`, in lower case. */
  readonly key: string;
  /** The key as printed on the keyboard. */
  readonly shown: string;
  /** Its effect, as text for the help. */
  readonly text: string;
}

/** The key of a view. */
export interface ViewKey extends Key {
  /** The key works only while the visitor is engaged with the world (specification 3.4). */
  readonly engaged?: boolean;
  /** The key has no effect while the 3D world is not drawn. */
  readonly needsWorld?: boolean;
}

/**
 * The views that one key enters and leaves, by their mode. Links use the same name (`#view=photo`). A new
 * view needs an entry here and one in `viewRules`.
 */
export const viewKeys = {
  overview: {
    key: 'tab',
    shown: 'Tab',
    text: 'overview, while the world has the focus',
    engaged: true,
    needsWorld: true,
  },
  photo: { key: 'p', shown: 'P', text: 'photo', needsWorld: true },
  'time-lapse': { key: 'l', shown: 'L', text: 'time-lapse of the day', needsWorld: true },
  oath: { key: 'o', shown: 'O', text: 'oath' },
} as const satisfies Readonly<Record<string, ViewKey>>;

export type ToggledMode = keyof typeof viewKeys;
export const toggledModes = Object.keys(viewKeys) as readonly ToggledMode[];

/**
 * `document` shows a text, `zoom` shows one object closely, `warp` leads through a portal. `wall` is the page at
 * `/wall`, from its start to its end.
 */
export const viewModes = ['normal', ...toggledModes, 'zoom', 'document', 'warp', 'wall'] as const;
export type ViewMode = (typeof viewModes)[number];

/** How the visitor moves: on foot, or in an orbit around the middle of the world. */
export type Navigation = 'walk' | 'orbit';

/** The distance from the camera to the object of a zoom (specification 3.4). */
export const ZOOM_METRES = { least: 1.5, most: 5 } as const;

/** The object that was double-clicked. */
export interface ZoomTarget {
  /** Its name in the HUD. */
  readonly label: string;
  /** The point of the object under the pointer, in metres. */
  readonly at: readonly [x: number, y: number, z: number];
  /** The final distance of the camera from that point, in metres. */
  readonly distance: number;
}

export type View = { readonly navigation: Navigation } & (
  | { readonly mode: 'normal' | ToggledMode | 'wall' }
  | { readonly mode: 'zoom'; readonly target: ZoomTarget }
  | { readonly mode: 'document'; readonly document: TextDocument }
  | { readonly mode: 'warp'; readonly portalId: string; readonly href: string }
);

export type ViewCommand =
  | { readonly kind: 'toggle'; readonly mode: ToggledMode }
  /** Like `toggle`, but never leaves the mode: for links and buttons. */
  | { readonly kind: 'enter'; readonly mode: 'normal' | ToggledMode }
  | { readonly kind: 'zoom'; readonly target: ZoomTarget }
  | { readonly kind: 'read'; readonly document: TextDocument }
  | { readonly kind: 'warp'; readonly portalId: string; readonly href: string }
  /** The key V: changes the navigation. */
  | { readonly kind: 'navigate' }
  /** The key Esc. */
  | { readonly kind: 'escape' }
  /** A mode has ended by itself; no effect if another one has begun. */
  | { readonly kind: 'end'; readonly mode: ViewMode };

/** The duration of a warp (specification 3.3). */
export const WARP_SECONDS = 2.2;
/** The browser navigates after this share of the warp. */
export const WARP_ARRIVES = 0.88;

export const firstView: View = { mode: 'normal', navigation: 'walk' };
/** The view of a page at `/wall`. */
export const wallView: View = { ...firstView, mode: 'wall' };

interface ViewRule {
  /** The camera leaves the visitor, who cannot walk or use objects then. */
  readonly ownCamera: boolean;
  /** A double click zooms in on an object (specification 3.4). */
  readonly canZoom: boolean;
}

const viewRules: Readonly<Record<ViewMode, ViewRule>> = {
  normal: { ownCamera: false, canZoom: true },
  overview: { ownCamera: true, canZoom: false },
  photo: { ownCamera: true, canZoom: false },
  'time-lapse': { ownCamera: false, canZoom: true },
  oath: { ownCamera: false, canZoom: true },
  zoom: { ownCamera: true, canZoom: true },
  document: { ownCamera: false, canZoom: true },
  warp: { ownCamera: true, canZoom: false },
  wall: { ownCamera: true, canZoom: false },
};

/** Whether the visitor walks and uses objects; otherwise the keys move the camera. */
export const isOnFoot = ({ mode, navigation }: View): boolean =>
  navigation === 'walk' && !viewRules[mode].ownCamera;

/** Whether the visitor walks in the normal view. */
export const isWalking = ({ mode, navigation }: View): boolean => mode === 'normal' && navigation === 'walk';

/** The view after a command; the same object if the command changes nothing. */
export function nextView(view: View, command: ViewCommand): View {
  const { navigation } = view;
  // The screen shows nothing else: a link leads from it to the home.
  if (view.mode === 'wall') return view;
  const normal: View = { mode: 'normal', navigation };
  if (command.kind === 'escape') return view.mode === 'normal' ? view : normal;
  if (command.kind === 'end') return view.mode === command.mode && view.mode !== 'normal' ? normal : view;
  // A visitor in a warp arrives or turns back, and does nothing else.
  if (view.mode === 'warp') return view;
  switch (command.kind) {
    case 'toggle':
      return view.mode === command.mode ? normal : { mode: command.mode, navigation };
    case 'enter':
      return view.mode === command.mode ? view : { mode: command.mode, navigation };
    case 'zoom':
      return viewRules[view.mode].canZoom ? { mode: 'zoom', navigation, target: command.target } : view;
    case 'read':
      return { mode: 'document', navigation, document: command.document };
    case 'warp':
      return { mode: 'warp', navigation, portalId: command.portalId, href: command.href };
    case 'navigate':
      // A photograph is always taken from an orbit.
      if (view.mode === 'photo') return view;
      return { ...view, navigation: navigation === 'walk' ? 'orbit' : 'walk' };
  }
}
