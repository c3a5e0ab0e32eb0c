import { useMemo } from 'react';
import { type RaRecord, useGetList } from 'react-admin';
import { useCanRead } from '../data';
import { useMapValue } from './LeafletMap';

/** Visible area of a map, WGS-84 degrees. */
export interface ViewBox {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
  /** The map shows more than one turn of the world, or both sides of the antimeridian; ignore the longitudes. */
  readonly wide: boolean;
}

/** The box is rounded outward in steps of 1/STEPS of the view, so that a small move causes no request. */
const STEPS = 2;

const rounded = (low: number, high: number): readonly [number, number] => {
  const step = 2 ** Math.ceil(Math.log2(Math.max(1e-4, high - low))) / STEPS;
  return [Math.floor(low / step) * step, Math.ceil(high / step) * step];
};

/**
 * Returns the box of the surrounding map's view, rounded outward; null before the map has a size. Updates when a move
 * has ended.
 */
const useViewBox = (): ViewBox | null => {
  const text = useMapValue('moveend resize', (map) => {
    const { x, y } = map.getSize();
    if (x === 0 || y === 0) return '';
    const box = map.getBounds();
    const [south, north] = rounded(box.getSouth(), box.getNorth());
    const [west, east] = rounded(box.getWest(), box.getEast());
    return JSON.stringify({ south, west, north, east, wide: west < -180 || east > 180 });
  });
  return useMemo(() => (text === '' ? null : (JSON.parse(text) as ViewBox)), [text]);
};

export interface MapRecordsProps {
  readonly records: readonly RaRecord[];
  readonly selected?: RaRecord['id'];
  /** Record to leave out, because an editor draws it. */
  readonly without?: RaRecord['id'];
  readonly onSelect?: (id: RaRecord['id']) => void;
}

/** Limit per kind and map: more records could not be distinguished. */
const MAX_RECORDS = 500;

const NONE: readonly RaRecord[] = [];

/**
 * Returns the newest records in the view of the surrounding map; none if the operator may not read them.
 * @param filterOf returns the list filter of a view
 */
export const useInView = (
  entity: string,
  filterOf: (box: ViewBox) => Readonly<Record<string, unknown>>,
): readonly RaRecord[] => {
  const readable = useCanRead(entity);
  const box = useViewBox();
  const { data = NONE } = useGetList(
    entity,
    {
      filter: box ? filterOf(box) : {},
      pagination: { page: 1, perPage: MAX_RECORDS },
      sort: { field: 'create_time', order: 'DESC' },
    },
    { enabled: readable && box !== null, placeholderData: (before) => before, retry: false },
  );
  return data;
};
