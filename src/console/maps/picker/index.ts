import type { PlaceMaps } from '../../../fields/views/contexts';
import { loadable } from '../../../fields/views/loadable';

/** Maps of place fields, loaded only with a place. */
export const placeMaps: PlaceMaps = {
  Picker: loadable(() => import('./PlacePicker'), 'PlacePicker'),
  View: loadable(() => import('./PlaceMap'), 'PlaceMap'),
};
