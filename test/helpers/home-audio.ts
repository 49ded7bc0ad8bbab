import { type State, createState } from '../../data/state.ts';
import { HomeAudio } from '../../world/audio/audio.ts';
import { type TestStage, createTestStage } from './stage.ts';
import { waitUntil } from './wait-until.ts';

/** The audio of a home, with a record of its browser calls since the test began. */
export interface AudioFixture {
  /** Made by `begin`; disposed of after the test. */
  audio: HomeAudio;
  stage: TestStage;
  readonly contexts: AudioContext[];
  /** The addresses that a media element was given. */
  readonly requested: string[];
  /** How often a media element was paused. */
  pauses: number;
  /** What `document.hidden` is. */
  hidden: boolean;
  begin(): State;
  run(frames?: number): void;
  /** Runs until the audio is heard. */
  untilOn(state: State): Promise<void>;
}

export const phaseOf = ({ audio: { status } }: State): string => status.get().phase;

export const audioState = (): State =>
  createState(undefined, { base: new URL('./no-home/', location.href).href });

/** To be called inside a `describe`. */
export function useHomeAudio(): AudioFixture {
  const { AudioContext: RealAudioContext, Audio: RealAudio } = window;
  const fixture: AudioFixture = {
    // Both are set before the first test uses them.
    audio: undefined as unknown as HomeAudio,
    stage: undefined as unknown as TestStage,
    contexts: [],
    requested: [],
    pauses: 0,
    hidden: false,
    begin() {
      const state = audioState();
      fixture.audio = new HomeAudio(fixture.stage.scene, state);
      return state;
    },
    run(frames = 1) {
      for (let i = 0; i < frames; i++) fixture.audio.update(0, 1 / 60);
    },
    async untilOn(state) {
      await waitUntil(() => {
        fixture.run();
        return phaseOf(state) === 'on';
      }, 'it is on');
    },
  };

  before(() => {
    window.AudioContext = class extends RealAudioContext {
      constructor(options?: AudioContextOptions) {
        super(options);
        fixture.contexts.push(this);
      }
    };
    window.Audio = class extends RealAudio {
      override set src(url: string) {
        fixture.requested.push(url);
        super.src = url;
      }
      override pause(): void {
        fixture.pauses++;
        super.pause();
      }
      override get src(): string {
        return super.src;
      }
    };
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => fixture.hidden });
    fixture.stage = createTestStage(16, 9);
  });
  after(() => {
    window.AudioContext = RealAudioContext;
    window.Audio = RealAudio;
    Reflect.deleteProperty(document, 'hidden');
    fixture.stage.dispose();
  });
  beforeEach(() => {
    fixture.contexts.length = 0;
    fixture.requested.length = 0;
    fixture.pauses = 0;
    fixture.hidden = false;
  });
  afterEach(() => fixture.audio.dispose());
  return fixture;
}
