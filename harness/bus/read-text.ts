import * as v from 'valibot';
import { MAX_BUS_BYTES } from './bus.ts';

type Schema = v.GenericSchema<unknown, unknown>;

/** Parses a JSON text from another gateway; undefined if it does not fit the schema or is too long. */
export function readText<const T extends Schema>(
  schema: T,
  text: string,
  maxLength: number = MAX_BUS_BYTES,
): v.InferOutput<T> | undefined {
  if (text.length > maxLength) return undefined;
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  return result.success ? result.output : undefined;
}
