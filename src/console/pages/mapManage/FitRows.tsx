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
const CLOSEST = 15;

/** Of what lies wider apart than this zoom of the world map shows, all are specks. */
const FARTHEST = 5;
/** Where most of that is reaches so far, metres: a large country. */
const TOGETHER = 1_000_000;

/** Shows records whole, or where most of them are. */
const useFitting = () => {
  const map = useMap();
  return (records: readonly RaRecord[], most = false): void => {
    const boxes = records.flatMap((record) => {
      const box = boundsOfRecord(map, record);
      if (!box) return [];
      const { lat, lng: lon } = box.getCenter();
      return [{ lat, lon, box }];
    });
    const around = (shown: typeof boxes) =>
      shown.reduce((bounds, { box }) => bounds.extend(box), L.latLngBounds([]));
    const whole = around(boxes);
    if (!whole.isValid()) return;
    const isFar =
      map.getBoundsZoom(whole, false, L.point(EDGE).multiplyBy(2)) <
      zoomAcross(FARTHEST, WORLD, crsOfMap(map));
    const bounds = most && isFar ? around([...collectBounds(boxes, TOGETHER)]) : whole;
    map.fitBounds(bounds, { padding: EDGE, maxZoom: CLOSEST });
  };
};

interface FitRowsProps {
  readonly rows: readonly RaRecord[];
  readonly selected: RaRecord | undefined;
  /** Somebody draws: the map is theirs once it has opened. */
  readonly still: boolean;
  /** There is a shape already, which the map goes to. */
  readonly drawn: boolean;
}

/**
 * Shows what the list shows, anew whenever that is something else; and whatever of it is chosen. What is not narrowed
 * stays where its operator wants maps to open, or opens where most of it is.
 */
export const FitRows = ({ rows, selected, still, drawn }: FitRowsProps) => {
  const showRecords = useFitting();
  const { filterValues } = useListContext();
  const { preferences } = useAccess();
  const opened = useRef(false);
  const show = useEffectEvent((records: readonly RaRecord[]) => {
    if (drawn || (still && opened.current) || records.length === 0) return;
    const isNarrowed = records !== rows || Object.keys(filterValues).length > 0;
    const isThere =
      preferredView(preferences ?? {}) !== undefined && !isNarrowed && !opened.current;
    if (!isThere) showRecords(records, !isNarrowed);
    opened.current = true;
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
  const showRecords = useFitting();
  return <MapControls onFit={() => showRecords(rows)} fitLabel={translate('mapManage.fit')} />;
};
