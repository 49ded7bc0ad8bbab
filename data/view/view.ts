/**
 * What the visitor is doing with the world, one at a time (specification 3.3 and 3.4). A pure state
 * machine: the camera, the passes, the overlays and the address follow `state.view`; another view
 * is entered by a command (`dispatchView`).
 */
import type { TextDocument } from './documents.ts';

/** A key, and what it does. */
export interface Key {
  /** The same as `KeyboardEvent.key`, in lower case. */
  readonly key: string;
  /** The key as printed on the keyboard. */
  readonly shown: string;
  /** What it does, as the help says it. */
  readonly text: string;
}

/** The key of a view. */
export interface ViewKey extends Key {
  /** Only while the visitor is engaged with the world (specification 3.4). */
  readonly engaged?: boolean;
  /** Has no effect without a picture. */
  readonly needsWorld?: boolean;
}

/**
 * The views that one key enters and leaves. A name here is the mode, and what links call it
 * (`#view=photo`). A new view of this kind is one line more here, and one in `viewRules` below.
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

/** `document` shows a text, `zoom` looks closer at a thing, `warp` leads through a portal. */
export const viewModes = ['normal', ...toggledModes, 'zoom', 'document', 'warp'] as const;
export type ViewMode = (typeof viewModes)[number];

/** How the visitor moves about the world: on foot, or round its middle. */
export type Navigation = 'walk' | 'orbit';

/** The least and greatest distance from the camera to what a zoom shows (specification 3.4). */
export const ZOOM_METRES = { least: 1.5, most: 5 } as const;

/** The object that was double-clicked. */
export interface ZoomTarget {
  /** Its name in the HUD. */
  readonly label: string;
  /** The point that was met, in metres. */
  readonly at: readonly [x: number, y: number, z: number];
  /** From that point to where the camera comes to rest, in metres. */
  readonly distance: number;
}

export type View = { readonly navigation: Navigation } & (
  | { readonly mode: 'normal' | ToggledMode }
  | { readonly mode: 'zoom'; readonly target: ZoomTarget }
  | { readonly mode: 'document'; readonly document: TextDocument }
  | { readonly mode: 'warp'; readonly portalId: string; readonly href: string }
);

export type ViewCommand =
  | { readonly kind: 'toggle'; readonly mode: ToggledMode }
  /** As `toggle`, but never leaves: what a link or a button names. */
  | { readonly kind: 'enter'; readonly mode: 'normal' | ToggledMode }
  | { readonly kind: 'zoom'; readonly target: ZoomTarget }
  | { readonly kind: 'read'; readonly document: TextDocument }
  | { readonly kind: 'warp'; readonly portalId: string; readonly href: string }
  /** V: the other way to move about. */
  | { readonly kind: 'navigate' }
  /** Esc. */
  | { readonly kind: 'escape' }
  /** A mode has ended by itself; no effect if another one has begun. */
  | { readonly kind: 'end'; readonly mode: ViewMode };

/** How long the way through a portal takes (specification 3.3). */
export const WARP_SECONDS = 2.2;
/** The share of it after which navigation is ordered. */
export const WARP_ARRIVES = 0.88;

export const firstView: View = { mode: 'normal', navigation: 'walk' };

interface ViewRule {
  /** The camera leaves the visitor, who cannot walk or use objects then. */
  readonly ownCamera: boolean;
  /** A double click looks closer at a thing (specification 3.4). */
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
};

/** Whether the visitor walks and uses objects; otherwise the keys move the camera. */
export const isOnFoot = ({ mode, navigation }: View): boolean =>
  navigation === 'walk' && !viewRules[mode].ownCamera;

/** Whether the camera is with the visitor, who walks, and no other view covers the world. */
export const isWalking = ({ mode, navigation }: View): boolean => mode === 'normal' && navigation === 'walk';

/** The view after a command; the same object where the command changes nothing. */
export function nextView(view: View, command: ViewCommand): View {
  const { navigation } = view;
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
