import * as v from 'valibot';
import { text } from '../../readings/schemas/bounds.ts';
import { isObject } from '../fields.ts';
import {
  type Settings,
  FIELD_OF_VIEW,
  LOOK_SPEED,
  MAX_VISITOR_NAME,
  RESOLUTION,
  defaultSettings,
  motionChoices,
  qualityChoices,
} from './settings.ts';

const within = (range: { readonly min: number; readonly max: number }, fallback: number) =>
  v.fallback(v.pipe(v.number(), v.minValue(range.min), v.maxValue(range.max)), fallback);
const share = (fallback: number) => within({ min: 0, max: 1 }, fallback);
const flag = (fallback: boolean) => v.fallback(v.boolean(), fallback);

const by = defaultSettings;
const { volume } = by;

/** Each field has its own default, so that settings of another version keep their valid fields. */
const settingsSchema = v.object({
  quality: v.fallback(v.picklist(qualityChoices), by.quality),
  resolution: within(RESOLUTION, by.resolution),
  effects: flag(by.effects),
  fieldOfView: within(FIELD_OF_VIEW, by.fieldOfView),
  lookSpeed: within(LOOK_SPEED, by.lookSpeed),
  invertLook: flag(by.invertLook),
  acting: flag(by.acting),
  showMe: flag(by.showMe),
  showOthers: flag(by.showOthers),
  visitorName: v.fallback(text(MAX_VISITOR_NAME), by.visitorName),
  comeCloser: flag(by.comeCloser),
  volume: v.fallback(
    v.object({
      master: share(volume.master),
      ambient: share(volume.ambient),
      portals: share(volume.portals),
      effects: share(volume.effects),
      voice: share(volume.voice),
    }),
    volume,
  ),
  sound: flag(by.sound),
  motion: v.fallback(v.picklist(motionChoices), by.motion),
  plain: flag(by.plain),
  captions: flag(by.captions),
  shortcuts: flag(by.shortcuts),
  repository: v.fallback(text(200), by.repository),
});

/** Reads settings from any value. The default replaces each field that is missing or invalid. */
export const readSettings = (from: unknown): Settings => v.parse(settingsSchema, isObject(from) ? from : {});
