import { type ChatState, createChatState } from './chat/chat-state.ts';
import { type Config, defaultConfig } from './config/config.ts';
import type { ConfigProblem } from './config/fields.ts';
import { type ConfigState, createConfigState } from './config/config-state.ts';
import { type AudioState, createAudioState } from './config/settings/audio.ts';
import { type SettingsState, createSettingsState } from './config/settings/settings.ts';
import { type PageState, createPageState } from './core/page-state.ts';
import { type DerivedState, derive } from './derived.ts';
import { type GamesState, createGamesState } from './games/games-state.ts';
import { type PhotoState, createPhotoState } from './photo/photo-state.ts';
import { type PresenceState, createPresenceState } from './presence/presence-state.ts';
import { type ReadingsState, createReadingsState } from './readings/readings-state.ts';
import { type RelayState, createRelayState } from './relay/relay-state.ts';
import { type NarrationState, createNarrationState } from './speech/narration.ts';
import { type TimeLapseState, createTimeLapseState } from './time-lapse/time-lapse-state.ts';
import { type TravelState, createTravelState } from './travel/travel-state.ts';
import { type ViewState, createViewState } from './view/view-state.ts';
import { type WorldState, createWorldState } from './world-state.ts';

/** All signals of one home, by feature. A module declares only the parts that it uses. */
export interface State
  extends
    PageState,
    ConfigState,
    SettingsState,
    AudioState,
    ReadingsState,
    ViewState,
    WorldState,
    ChatState,
    RelayState,
    TravelState,
    PresenceState,
    TimeLapseState,
    PhotoState,
    GamesState,
    NarrationState,
    DerivedState {}

/** The whole state of one home. A page has one; a widget on another page creates its own. */
export function createState(
  config: Config = defaultConfig,
  options: { base?: string; now?: number; problems?: readonly ConfigProblem[] } = {},
): State {
  const { base = 'http://localhost/', now = Date.now(), problems = [] } = options;
  const parts = {
    ...createPageState(base, now),
    ...createConfigState(config, problems),
    ...createSettingsState(),
    ...createAudioState(),
    ...createReadingsState(config),
    ...createViewState(),
    ...createWorldState(),
    ...createChatState(config.resident.name),
    ...createRelayState(),
    ...createTravelState(),
    ...createPresenceState(),
    ...createTimeLapseState(),
    ...createPhotoState(),
    ...createGamesState(),
    ...createNarrationState(),
  };
  return { ...parts, derived: derive(parts) };
}
