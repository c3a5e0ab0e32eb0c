import { lazy } from 'react';
import type { PlaceMaps } from '../../../fields/views/contexts';

/** Maps of place fields, loaded only with a place. */
export const placeMaps: PlaceMaps = {
  Picker: lazy(() => import('./PlacePicker').then((m) => ({ default: m.PlacePicker }))),
  View: lazy(() => import('./PlaceMap').then((m) => ({ default: m.PlaceMap }))),
};
