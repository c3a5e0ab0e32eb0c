import { createContext, useContext } from 'react';
import type { LatLon } from '../../domain/geo/place';

export interface PlacePickerProps {
  /** What is picked; the dialog's name. */
  readonly label: string;
  /** Where the pin stands at first. */
  readonly place: LatLon | null;
  /** Metres around the place; undefined for a place that is no circle, null for a circle not yet drawn. */
  readonly radius: number | null | undefined;
  readonly onPick: (place: LatLon, radius: number | null | undefined) => void;
  readonly onClose: () => void;
}

export interface PlaceViewProps {
  /** What is there; the map's name. */
  readonly label: string;
  readonly place: LatLon;
  /** Metres; without it there is no circle. */
  readonly radius?: number | null;
}

/** Maps for fields that hold a place. Fields know no maps of their own: the console brings them. */
export interface PlaceMaps {
  /** A dialog to choose a place and, for a circle, its radius. */
  readonly Picker: React.ComponentType<PlacePickerProps>;
  /** A place on a map, filling its parent. */
  readonly View: React.ComponentType<PlaceViewProps>;
}

export const PlaceMapsContext = createContext<PlaceMaps | null>(null);

/** The maps there are; null where nobody brought any. */
export const usePlaceMaps = (): PlaceMaps | null => useContext(PlaceMapsContext);
