import { createContext, useContext, useEffect, useEffectEvent } from 'react';
import type { AnyEntity } from '../../config';
import type { FenceType } from '../../domain/fence';
import type { DrawnShape, LatLon } from '../../domain/geo/geometry';
import type { Key } from '../../domain/key';
import type { Loadable } from './loadable';

/** Entities of the console. A reference needs its target's title, a tree its parent field. */
export const EntitiesContext = createContext<readonly AnyEntity[]>([]);

export const useEntity = (name: string): AnyEntity | undefined =>
  useContext(EntitiesContext).find((entity) => entity.name === name);

/** Returns the URL of a record; undefined if the reader has no page that shows it. */
export type RecordAddress = (entity: string, id: Key) => string | undefined;

export const RecordAddressContext = createContext<RecordAddress>(() => undefined);

/** Returns the name that people gave a record, by its title: that of a lock by its serial number. */
export type TitleNames = (entity: string, title: string) => string | undefined;

export const TitleNamesContext = createContext<TitleNames>(() => undefined);

/** Base URL of uploaded files, without a trailing slash. */
export const FilesBaseContext = createContext('');

/** Returns a function that resolves the path of an uploaded file to its URL. Absolute URLs stay unchanged. */
export const useFileAddress = (): ((path: string) => string) => {
  const base = useContext(FilesBaseContext);
  return (path) => fileAddress(base, path);
};

/** Joins base and path. Only http and https URLs are absolute: a record must not contain a URL that runs code. */
export const fileAddress = (base: string, path: string): string =>
  /^https?:\/\//i.test(path) ? path : `${base}/${path.replace(/^\/+/, '')}`;

export const fileName = (path: string): string => path.split('/').at(-1) ?? path;

export interface PlacePickerProps {
  readonly label: string;
  readonly place: LatLon | null;
  /** Radius in metres; undefined if the place is no circle, null if the circle is not set yet. */
  readonly radius: number | null | undefined;
  readonly onPick: (place: LatLon, radius: number | null | undefined) => void;
  readonly onClose: () => void;
}

export interface PlaceViewProps {
  /** Accessible name of the map. */
  readonly label: string;
  readonly place: LatLon;
  /** Radius of a circle, metres; none by default. */
  readonly radius?: number | null;
}

/** Maps for fields that hold a position. The console provides them, because `fields` must not import it. */
export interface PlaceMaps {
  /** Dialog to choose a position and, for a circle, its radius. */
  readonly Picker: Loadable<PlacePickerProps>;
  /** Position on a map that fills its parent. */
  readonly View: Loadable<PlaceViewProps>;
}

export const PlaceMapsContext = createContext<PlaceMaps | null>(null);

export const usePlaceMaps = (): PlaceMaps | null => useContext(PlaceMapsContext);

/** Geometry drawn on a map; metres. */
export interface DrawnGeometry {
  readonly kind: FenceType | 'place';
  readonly shape: DrawnShape;
  readonly radius?: number;
}

/** Geometry of a form, for editing on a map beside it. */
export interface DrawingDraft extends Omit<DrawnGeometry, 'shape'> {
  /** Undefined until something is drawn. */
  readonly shape: DrawnShape | undefined;
  /** CSS colour; the map's default if undefined. */
  readonly color?: string;
  readonly change: (geometry: DrawnGeometry | null) => void;
}

export type StartDrawing = (kind: FenceType) => void;

/** Map beside a form, on which the form's geometry is edited. */
export interface DrawingBoard {
  /** Shows a draft; null removes it. */
  readonly lend: (draft: DrawingDraft | null) => void;
  /** Returns the geometry that was drawn before the form was opened, once. */
  readonly take: () => DrawnGeometry | null;
  /** Starts the map's tool for a kind of fence. */
  readonly start: StartDrawing;
}

export const DrawingBoardContext = createContext<DrawingBoard | null>(null);

/** Path of the page that draws fences on a map; undefined if the reader has none. */
export const DrawingPageContext = createContext<string | undefined>(undefined);

/** Shows the input's geometry on the map beside the form. @returns that map; null if there is none */
export const useDrawingBoard = (draft: DrawingDraft): DrawingBoard | null => {
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
  return board;
};
