export const worldMutants = {
  'world/effects/events/merge-flash.ts': [
    ['MIN_GAP_SECONDS = 1.5', 'MIN_GAP_SECONDS = 0.1'],
    ['this.#isSlow ? REDUCED_MOTION_FLASH_SECONDS : MIN_GAP_SECONDS', '0'],
    ['(this.#isSlow ? REDUCED_MOTION_LIGHT : 1)', '1'],
  ],
  'world/effects/events/commit-light.ts': [
    ['this.#from = this.light;', 'this.#from = 0;'],
    ['REDUCED_MOTION_RISE_SECONDS = 0.7', 'REDUCED_MOTION_RISE_SECONDS = 0.05'],
    ['const DARK = 0.004;', 'const DARK = 0;'],
  ],
  'world/effects/events/fireworks-animation.ts': [
    ['MIN_GAP_SECONDS = 0.38', 'MIN_GAP_SECONDS = 0.2'],
    ['Math.max(now + RISE_SECONDS, this.#opened + gap)', 'now + RISE_SECONDS + i * gap'],
    ['Math.min(shells, SHELLS_A_SHOW)', 'SHELLS_A_SHOW'],
  ],
  'world/effects/events/shockwave-animation.ts': [
    ['if (this.runs) this.#again = true;', 'if (this.runs) this.#again = false;'],
    ['this.front = REDUCED_MOTION_RADIUS_METRES;', 'this.front = t * REDUCED_MOTION_RADIUS_METRES;'],
  ],
  'world/audio/cues.ts': [
    ['const MAX_ZAPS = 3;', 'const MAX_ZAPS = 30;'],
    ['const SOUND_SPEED = 343;', 'const SOUND_SPEED = 34_300;'],
    ['|| this.#untilMerge > 0', ''],
  ],
  'world/audio/portal-drones.ts': [
    ["if (presence === 'offline') return 0;", "if (presence === 'offline') return 1;"],
    ["presence === 'online' && portal.entrance.open", "presence === 'online'"],
  ],
  'world/audio/weather-noise.ts': [
    ["falling === 'drops' ? amount", 'falling !== undefined ? amount'],
    ['const DARK_DEGREES = -12;', 'const DARK_DEGREES = -60;'],
  ],
  'world/audio/harmony.ts': [
    [
      '[58.27, 65.41, 73.42',
      '[58.27, 65.41, 77.42',
      'test/ci/specification.node.test.ts',
      'test/world/audio/portal-places.node.test.ts',
      'test/world/audio/cues.node.test.ts',
      'test/world/audio/portal-drones.test.ts',
    ],
  ],
  'world/camera/camera-transition.ts': [
    ['lerpAngle(from.yaw, to.yaw, weight)', 'from.yaw + (to.yaw - from.yaw) * weight'],
    ['if (reducedMotion || this', 'if (this'],
  ],
  'world/camera/flight.ts': [
    ['done ? 0 : this.#heightMetres', 'this.#heightMetres'],
    ['const MAX_SECONDS = 3.2;', 'const MAX_SECONDS = 32;'],
    ['yaw: lerpAngle(yaw, to.yaw, 1)', 'yaw: to.yaw'],
  ],
  'world/player/portal-trigger.ts': [
    ['const ENTER_METRES = 1;', 'const ENTER_METRES = 5;'],
    ['&& door.href !== undefined', ''],
    ['const MAX_STEP_METRES = 1;', 'const MAX_STEP_METRES = 100;'],
    ['y > 0 && y < OPENING_TOP', 'y > 0'],
    ['t < 0 || t > ENTER_METRES', 't > ENTER_METRES'],
    ['this.#outside.fill(false);', ''],
  ],
  'world/player/collision.ts': [
    ['WALK_METRES_PER_SECOND = 4.2', 'WALK_METRES_PER_SECOND = 5', 'test/world/input/gamepad.test.ts'],
    ['stopAlong(body, -nx, -nz);', ''],
    ['const nz = distance === 0 ? 1 : dz / distance;', 'const nz = distance === 0 ? 0 : dz / distance;'],
    ['if (into <= 0) return;', ''],
  ],
  'world/player/character-controller.ts': [
    ['const MAX_PITCH_RADIANS = 1.35;', 'const MAX_PITCH_RADIANS = 1.7;'],
    ['step(this.#shown, intent, this.#owed, obstacles);', ''],
    ['const EDGE_MARGIN_METRES = 2.6;', 'const EDGE_MARGIN_METRES = -2.6;'],
  ],
  'world/core/cadence.ts': [
    ['const RESTING_SECONDS = 60;', 'const RESTING_SECONDS = 600;'],
    ['const STILL_SECONDS = 0.4;', 'const STILL_SECONDS = 40;'],
    ['this.#sinceInput = 0;\n', ''],
  ],
  'world/core/scene/panel-slots.ts': [
    ['const LOWER_EDGE = 1.4;', 'const LOWER_EDGE = 0.2;'],
    ['isOfArc && !this.#taken.has(wanted)', 'isOfArc'],
    ['this.#taken.delete(place);', ''],
    ['left % 2 === 0 ? 1 : -1', '1'],
  ],
  'world/core/scene/words.ts': [['if (at < 0) return;', '']],
  'world/portals/layout.ts': [
    ['const MIN_DISTANCE = 9;', 'export const MIN_DISTANCE = 4;'],
    ['Math.atan2(-x, -z)', 'Math.atan2(x, z)'],
    ['position ? position.y : groundAt(x, z)', 'groundAt(x, z)'],
    ['const RETURN_SIZE = 0.8;', 'const RETURN_SIZE = 1;'],
    ['[30, -30, 52, -52]', '[10, -10, 52, -52]'],
  ],
  'world/portals/portal-view-model.ts': [
    ["state !== 'live' && presence === 'online'", "state === 'error'"],
    ['`Closed. ${entrance.reason}`', 'entrance.reason'],
    ["if (presence === 'offline') return undefined;", ''],
  ],
  'world/panels/plinth/block-animation.ts': [
    ['if (reducedMotion) {', 'if (share < 0) {'],
    ['Math.max(FOOT_RADIUS, round)', 'round'],
  ],
  'world/input/touch-gestures.ts': [
    ['const CLICK_PIXELS = 6;', 'const CLICK_PIXELS = 60;'],
    ['const MIN_APART_PIXELS = 12;', 'const MIN_APART_PIXELS = 0;'],
    ['const share = other ? 0.5 : 1;', 'const share = 1;'],
    ['!this.pinched && look.moved', 'look.moved'],
    ['deflection.y === 0 ? 0 : -deflection.y', 'deflection.y'],
    ['MAX_JUMP_PIXELS = 180', 'MAX_JUMP_PIXELS = 18_000'],
  ],
  'world/input/dead-zone.ts': [
    ['stick.x = factor === 0 ? 0 : stick.x * factor;', 'stick.x *= factor;'],
    ['(length - dead) / (1 - dead)', 'length'],
  ],
  'world/player/debug-helpers.ts': [
    ["new Set(['collision-box', 'light-source'])", "new Set(['collision-box'])"],
    ['if (shown) helpers.hide();', ''],
  ],
  'world/terrain/lights.ts': [
    ["  key.userData['class'] = 'light-source';\n", '', 'test/world/player/debug-helpers.test.ts'],
  ],
  'world/portals/portals.ts': [
    [
      "    box.userData['class'] = 'collision-box';\n",
      '',
      'test/world/player/debug-helpers.test.ts',
      'test/world/portals/portals.test.ts',
    ],
  ],
  'world/camera/orbit.ts': [
    ['factor: 0.07', 'factor: 0.2'],
    ['maxMetres: 75', 'maxMetres: 750'],
    ["if (state.view.get().navigation === 'walk') orbit.begun = false;", ''],
  ],
  'world/camera/overview.ts': [['factor = 0.04', 'factor = 0.4', 'test/world/camera/overview.test.ts']],
} as const;
