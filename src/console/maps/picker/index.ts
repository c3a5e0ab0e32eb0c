import { lazy } from 'react';
import type { PlaceMaps } from '../../../fields/contexts';

/** The maps of place fields; a form or a detail without a place never loads them. */
export const placeMaps: PlaceMaps = {
  Picker: lazy(() => import('./PlacePicker').then((m) => ({ default: m.PlacePicker }))),
  View: lazy(() => import('./PlaceMap').then((m) => ({ default: m.PlaceMap }))),
};
