import type { PlaceMaps } from '../../../fields/views/contexts';
import { loadable } from '../../../fields/views/loadable';

export const placeMaps: PlaceMaps = {
  Picker: loadable(() => import('./PlacePicker'), 'PlacePicker'),
  View: loadable(() => import('./PlaceMap'), 'PlaceMap'),
};
