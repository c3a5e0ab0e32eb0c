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

/** Free of shapes at each edge of the map, px. */
const EDGE: [number, number] = [56, 56];
const MAX_FIT_ZOOM = 15;

/** Zoom of the world map below which all shapes would be specks. */
const MIN_GROUP_ZOOM = 5;
/** Where most of that is reaches so far, metres: a large country. */
const GROUP_RADIUS = 1_000_000;

/** Shows records whole, or where most of them are. */
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
  /** Somebody draws: the map is theirs once it has opened. */
  readonly still: boolean;
  /** The form has a shape already, and the map fits that. */
  readonly hasShape: boolean;
}

/**
 * Shows what the list shows, anew whenever that is something else; and whatever of it is chosen. What is not narrowed
 * stays where its operator wants maps to open, or opens where most of it is.
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

/** The buttons beside the map; one shows all of the list. */
export const FitControls = ({ rows }: { readonly rows: readonly RaRecord[] }) => {
  const translate = useTranslate();
  const showRecords = useFitRecords();
  return <MapControls onFit={() => showRecords(rows)} fitLabel={translate('mapManage.fit')} />;
};
