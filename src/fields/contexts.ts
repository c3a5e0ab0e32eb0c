import { createContext, useContext, useEffect, useEffectEvent } from 'react';
import type { AnyEntity } from '../config';
import type { FenceType } from '../domain/fence';
import type { DrawnShape, LatLon } from '../domain/geo/geometry';
import type { Key } from '../domain/key';

/** Every entity of the console: a reference needs its target's title, a tree its parent field. */
export const EntitiesContext = createContext<readonly AnyEntity[]>([]);

/** A declared entity by its name; undefined where none of that name is declared. */
export const useEntity = (name: string): AnyEntity | undefined =>
  useContext(EntitiesContext).find((entity) => entity.name === name);

/** Where a record is shown; undefined when the reader has no page that shows it. */
export type RecordAddress = (entity: string, id: Key) => string | undefined;

export const RecordAddressContext = createContext<RecordAddress>(() => undefined);

/** A function that tells where a record is shown. */
export const useRecordAddress = (): RecordAddress => useContext(RecordAddressContext);

/** Where uploaded files are read from, without a slash at its end. */
export const FilesBaseContext = createContext('');

/** A function that makes the address of an uploaded file from its path; a whole address stays as it is. */
export const useFileAddress = (): ((path: string) => string) => {
  const base = useContext(FilesBaseContext);
  return (path) => fileAddress(base, path);
};

/** Joins a base and a path. Addresses of other schemes than http are paths too: a record's text must not run. */
export const fileAddress = (base: string, path: string): string =>
  /^https?:\/\//i.test(path) ? path : `${base}/${path.replace(/^\/+/, '')}`;

/** The last part of a path, which a person knows a file by. */
export const fileName = (path: string): string => path.split('/').at(-1) ?? path;

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

/** What is drawn; metres. */
export interface DrawnGeometry {
  readonly kind: FenceType | 'place';
  readonly shape: DrawnShape;
  readonly radius?: number;
}

/** What a form holds of a shape, for a map beside it to draw on. */
export interface DrawingDraft extends Omit<DrawnGeometry, 'shape'> {
  /** None until something is drawn. */
  readonly shape: DrawnShape | undefined;
  /** As CSS writes it; the map's own without. */
  readonly color?: string;
  readonly change: (geometry: DrawnGeometry | null) => void;
}

/** A map beside a form, on which the form's shape is drawn. */
export interface DrawingBoard {
  /** Shows a draft; null takes it away. */
  readonly lend: (draft: DrawingDraft | null) => void;
  /** What was drawn before the form was opened; it is given once. */
  readonly take: () => DrawnGeometry | null;
}

export const DrawingBoardContext = createContext<DrawingBoard | null>(null);

/** Lends what an input holds to the map beside its form, where there is one. @returns whether there is */
export const useDrawingBoard = (draft: DrawingDraft): boolean => {
  const board = useContext(DrawingBoardContext);
  const { kind, radius, color } = draft;
  const shape = JSON.stringify(draft.shape);
  const begin = useEffectEvent((geometry: DrawnGeometry) => draft.change(geometry));
  const show = useEffectEvent(() => board?.lend(draft));
  useEffect(() => {
    const geometry = board?.take();
    if (geometry) begin(geometry);
    return () => board?.lend(null);
  }, [board]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: lent anew whenever what is drawn changes
  useEffect(() => {
    show();
  }, [board, kind, radius, color, shape]);
  return board !== null;
};
