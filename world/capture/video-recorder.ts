import { fileSlug, errorMessage } from '../../data/core/text.ts';
import type { ConfigState } from '../../data/config/config-state.ts';
import {
  type TimeLapseState,
  type Video,
  type VideoCommand,
  noVideo,
} from '../../data/time-lapse/time-lapse-state.ts';
import { hasContent } from '../../data/time-lapse/time-lapse.ts';
import type { ViewState } from '../../data/view/view-state.ts';
import type { EventReader } from '../../data/core/event.ts';
import { type RunningModule, defineModule, type WorldModule } from '../core/define-module.ts';
import type { WorldScene } from '../core/scene/scene.ts';

type StateSlice = ConfigState & TimeLapseState & ViewState;

/** Formats of the video, the best first. */
const TYPES = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm', 'video/mp4'] as const;
const FRAMES_A_SECOND = 30;
/** About 22.5 MB for thirty seconds at full speed, and 45 MB for a minute at half speed. */
const BITS_A_SECOND = 6_000_000;
/** When a video has this size, the recording ends and the video is kept. Bytes. */
const MAX_BYTES = 64_000_000;
/** How often the recorder delivers its data, from which the size is known. Milliseconds. */
const SLICE_MS = 500;
/** The interval at which the HUD gets the progress. */
const PUBLISH_SECONDS = 0.25;
/**
 * A longer pause between two frames does not count as recorded: the page was hidden, and the recorder was
 * paused.
 */
const MAX_PAUSE_SECONDS = 0.5;

/** The best type in which this browser can record the canvas, or why it cannot. */
export function videoType(canvas: Partial<HTMLCanvasElement>): { type: string } | { cause: string } {
  if (typeof MediaRecorder === 'undefined') return { cause: 'this browser has no recorder (MediaRecorder)' };
  if (typeof canvas.captureStream !== 'function')
    return { cause: 'this browser cannot record a picture that is drawn (captureStream)' };
  const type = TYPES.find((one) => MediaRecorder.isTypeSupported(one));
  return type === undefined ? { cause: 'this browser records neither WebM nor MP4' } : { type };
}

const extensionOf = (type: string): string => (type.startsWith('video/mp4') ? 'mp4' : 'webm');

/** A video during its recording. However it ends, the tracks of the canvas are stopped. */
class Recording {
  readonly #recorder: MediaRecorder;
  readonly #stream: MediaStream;
  readonly #maxBytes: number;
  readonly #ended: (video: Video) => void;
  readonly #fileName: string;
  readonly #listening = new AbortController();
  #parts: Blob[] = [];
  #note = '';
  bytes = 0;
  seconds = 0;

  constructor(
    canvas: HTMLCanvasElement,
    type: string,
    fileName: string,
    maxBytes: number,
    ended: (video: Video) => void,
  ) {
    this.#fileName = fileName;
    this.#maxBytes = maxBytes;
    this.#ended = ended;
    this.#stream = canvas.captureStream(FRAMES_A_SECOND);
    try {
      this.#recorder = new MediaRecorder(this.#stream, { mimeType: type, videoBitsPerSecond: BITS_A_SECOND });
      this.#listen();
      this.#recorder.start(SLICE_MS);
    } catch (error) {
      this.#release();
      throw error;
    }
  }

  get isActive(): boolean {
    return this.#recorder.state !== 'inactive';
  }

  /** Ends the recording and keeps its data. */
  stop(note = ''): void {
    this.#note ||= note;
    if (this.isActive) this.#recorder.stop();
  }

  /** Ends the recording, keeps nothing and reports nothing. */
  drop(): void {
    const { isActive } = this;
    this.#release();
    if (isActive) this.#recorder.stop();
  }

  #listen(): void {
    const { signal } = this.#listening;
    const recorder = this.#recorder;
    recorder.addEventListener('dataavailable', ({ data }) => this.#take(data), { signal });
    recorder.addEventListener('stop', () => this.#finish(), { signal });
    recorder.addEventListener(
      'error',
      (event) => this.#end({ phase: 'failed', cause: errorMessage('error' in event ? event.error : event) }),
      { signal },
    );
    // A hidden page draws no frames, so the recorder is paused.
    document.addEventListener(
      'visibilitychange',
      () => {
        if (document.hidden && recorder.state === 'recording') recorder.pause();
        else if (!document.hidden && recorder.state === 'paused') recorder.resume();
      },
      { signal },
    );
  }

  #take(data: Blob): void {
    if (data.size === 0) return;
    this.#parts.push(data);
    this.bytes += data.size;
    if (this.bytes >= this.#maxBytes)
      this.stop(`it ends at ${Math.round(this.#maxBytes / 1e6)} MB, the largest a clip may be`);
  }

  #finish(): void {
    const file = new Blob(this.#parts, { type: this.#recorder.mimeType.split(';')[0] ?? '' });
    this.#end(
      file.size > 0
        ? { phase: 'done', file, fileName: this.#fileName, note: this.#note }
        : { phase: 'failed', cause: 'the browser recorded nothing' },
    );
  }

  #end(video: Video): void {
    this.drop();
    this.#ended(video);
  }

  #release(): void {
    this.#listening.abort();
    this.#parts = [];
    for (const track of this.#stream.getTracks()) track.stop();
  }
}

/** Options for tests: a smaller limit, another clock. */
interface RecorderOptions {
  readonly maxBytes?: number;
  /** The current time in milliseconds. */
  readonly now?: () => number;
}

/**
 * Records the canvas while the time-lapse runs: from the start command to the end of the replay, the stop
 * command, or the size limit.
 */
class VideoRecorder implements RunningModule {
  readonly #canvas: HTMLCanvasElement;
  readonly #state: StateSlice;
  readonly #commands: EventReader<VideoCommand>;
  readonly #maxBytes: number;
  readonly #now: () => number;
  #recording: Recording | undefined;
  #publishedSeconds = 0;
  /**
   * The time of the last frame in milliseconds. The ticker counts a slow frame as a twentieth of a second,
   * but the recorder records its full length.
   */
  #lastFrame = 0;

  constructor(scene: WorldScene, state: StateSlice, { maxBytes = MAX_BYTES, now }: RecorderOptions) {
    this.#canvas = scene.renderer.domElement;
    this.#state = state;
    this.#maxBytes = maxBytes;
    this.#now = now ?? (() => performance.now());
    this.#commands = state.timeLapse.videoCommand.reader();
    const found = videoType(this.#canvas);
    this.#publish('cause' in found ? { phase: 'impossible', cause: found.cause } : noVideo);
  }

  update(): void {
    for (let command = this.#commands.next(); command; command = this.#commands.next()) this.#obey(command);
    const recording = this.#recording;
    if (!recording?.isActive) return;
    if (this.#state.view.get().mode !== 'time-lapse') {
      this.#stop(recording);
      return;
    }
    const time = this.#now();
    recording.seconds += Math.min(MAX_PAUSE_SECONDS, (time - this.#lastFrame) / 1000);
    this.#lastFrame = time;
    if (recording.seconds - this.#publishedSeconds < PUBLISH_SECONDS) return;
    this.#publishedSeconds = recording.seconds;
    this.#publish({ phase: 'recording', seconds: recording.seconds, bytes: recording.bytes });
  }

  #obey(command: VideoCommand): void {
    const { phase } = this.#state.timeLapse.video.get();
    if (command === 'start') this.#start();
    else if (command === 'stop') {
      if (this.#recording) this.#stop(this.#recording);
    } else if (command === 'cancel') {
      this.#drop();
      if (phase === 'recording' || phase === 'finishing') this.#publish(noVideo);
    } else if (phase === 'done' || phase === 'failed') this.#publish(noVideo);
  }

  #start(): void {
    const { timeLapse, view, config } = this.#state;
    const found = videoType(this.#canvas);
    if (this.#recording || !('type' in found) || view.get().mode !== 'time-lapse') return;
    const run = timeLapse.run.get();
    if (!run || !hasContent(run)) return;
    const fileName = `${fileSlug(config.get().appName)}-time-lapse-${run.day}.${extensionOf(found.type)}`;
    try {
      this.#recording = new Recording(this.#canvas, found.type, fileName, this.#maxBytes, (video) => {
        this.#recording = undefined;
        this.#publish(video);
      });
    } catch (error) {
      this.#publish({ phase: 'failed', cause: errorMessage(error) });
      return;
    }
    this.#publishedSeconds = 0;
    this.#lastFrame = this.#now();
    timeLapse.playing.set(true);
    this.#publish({ phase: 'recording', seconds: 0, bytes: 0 });
  }

  #stop(recording: Recording): void {
    this.#publish({ phase: 'finishing' });
    recording.stop();
  }

  #drop(): void {
    this.#recording?.drop();
    this.#recording = undefined;
  }

  #publish(video: Video): void {
    this.#state.timeLapse.video.set(video);
  }

  dispose(): void {
    this.#drop();
    this.#publish(noVideo);
  }
}

export const videoModule = (options: RecorderOptions = {}): Required<WorldModule> =>
  defineModule((scene, state) => new VideoRecorder(scene, state, options));

export const { init, update, dispose } = videoModule();
