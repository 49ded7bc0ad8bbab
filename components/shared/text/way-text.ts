import type { DerivedState } from '../../../data/derived.ts';
import { currentValue } from '../../../data/readings/reading.ts';
import { type Viewpoint, isViewpointPanel, viewpointNames } from '../../../data/view/viewpoint.ts';
import { withoutBidiControls } from '../../../data/core/text.ts';

function nameOf({ derived }: DerivedState, place: Viewpoint): string {
  if (place.kind === 'panel') return isViewpointPanel(place.name) ? viewpointNames[place.name] : place.name;
  const portal = currentValue(derived.portals.get())?.find(({ record }) => record.id === place.id);
  return portal?.record.name ?? 'the portal';
}

/** Says where a deep link leads, until the visitor arrives. For example `On the way to the oath stone`. */
export const wayText = (state: DerivedState, place: Viewpoint): string =>
  `On the way to ${withoutBidiControls(nameOf(state, place))}`;
