import L from 'leaflet';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type RaRecord, useListContext, useTranslate } from 'react-admin';
import { collectBounds } from '../../../domain/geo/geometry';
import { useAccess } from '../../data';
import {
  boundsOfRecord,
  crsOfMap,
  MapControls,
  preferredView,
  useMap,
  WORLD,
  zoomAcross,
} from '../../maps';

/** Margin around shapes at each edge of the map, px. */
const EDGE: [number, number] = [56, 56];
const MAX_FIT_ZOOM = 15;

/** Zoom of the world map below which shapes would be mere dots. */
const MIN_GROUP_ZOOM = 5;
/** Radius of the area with most shapes, metres: a large country. */
const GROUP_RADIUS = 1_000_000;

/** Returns a function that fits the map to records, or to the area with most of them. */
const useFitRecords = () => {
  const map = useMap();
  return (records: readonly RaRecord[], mostOnly = false): void => {
    const boxes = records.flatMap((record) => {
      const box = boundsOfRecord(map, record);
      if (!box) return [];
      const { lat, lng: lon } = box.getCenter();
      return [{ lat, lon, box }];
    });
    const unionOf = (subset: typeof boxes) =>
      subset.reduce((bounds, { box }) => bounds.extend(box), L.latLngBounds([]));
    const allBounds = unionOf(boxes);
    if (!allBounds.isValid()) return;
    const isFar =
      map.getBoundsZoom(allBounds, false, L.point(EDGE).multiplyBy(2)) <
      zoomAcross(MIN_GROUP_ZOOM, WORLD, crsOfMap(map));
    const bounds = mostOnly && isFar ? unionOf([...collectBounds(boxes, GROUP_RADIUS)]) : allBounds;
    map.fitBounds(bounds, { padding: EDGE, maxZoom: MAX_FIT_ZOOM });
  };
};

interface FitRowsProps {
  readonly rows: readonly RaRecord[];
  readonly selected: RaRecord | undefined;
  /** Keeps the view while the operator draws, once the map has opened. */
  readonly still: boolean;
  /** The form already has a shape, which the map fits. */
  readonly hasShape: boolean;
}

/**
 * Fits the map to the rows whenever they change, and to the selected one. Without a filter, the map keeps the
 * operator's preferred view or, without one, opens where most rows are.
 */
export const FitRows = ({ rows, selected, still, hasShape }: FitRowsProps) => {
  const showRecords = useFitRecords();
  const { filterValues } = useListContext();
  const { preferences } = useAccess();
  const hasOpened = useRef(false);
  const show = useEffectEvent((records: readonly RaRecord[]) => {
    if (hasShape || (still && hasOpened.current) || records.length === 0) return;
    const isNarrowed = records !== rows || Object.keys(filterValues).length > 0;
    const isThere =
      preferredView(preferences ?? {}) !== undefined && !isNarrowed && !hasOpened.current;
    if (!isThere) showRecords(records, !isNarrowed);
    hasOpened.current = true;
  });
  const ids = rows.map(({ id }) => id).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are told by their ids
  useEffect(() => {
    show(rows);
  }, [ids]);
  useEffect(() => {
    if (selected) show([selected]);
  }, [selected]);
  return null;
};

export const FitControls = ({ rows }: { readonly rows: readonly RaRecord[] }) => {
  const translate = useTranslate();
  const showRecords = useFitRecords();
  return <MapControls onFit={() => showRecords(rows)} fitLabel={translate('mapManage.fit')} />;
};
