import type { DerivedState } from '../../../data/derived.ts';
import { currentValue } from '../../../data/readings/reading.ts';
import { type Viewpoint, isViewpointPanel, viewpointNames } from '../../../data/view/viewpoint.ts';

/**
 * Says why a link leads nowhere, for example `Cannot reach the portal “garden”: the portals are not known
 * yet`.
 */
export function nowhereText({ derived }: DerivedState, place: Viewpoint): string {
  if (place.kind === 'portal') {
    const isKnown = currentValue(derived.portals.get()) !== undefined;
    const why = isKnown ? 'this home has none of that name' : 'the portals are not known yet';
    return `Cannot reach the portal “${place.id}”: ${why}`;
  }
  if (isViewpointPanel(place.name)) return `Cannot reach ${viewpointNames[place.name]}`;
  return `Cannot reach “${place.name}”: this home has nothing of that name`;
}
