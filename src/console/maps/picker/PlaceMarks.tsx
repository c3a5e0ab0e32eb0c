import { useTheme } from '@mui/material/styles';
import { useMemo } from 'react';
import type { LatLon } from '../../../domain/geo/geometry';
import { useLook } from '../LeafletMap';
import { Circle } from './Circle';
import { eastOf, radiusTo } from './circleEdge';
import { Pin } from './Pin';
import { handleIcon, pinIcon } from './pinIcon';

interface Props {
  readonly place: LatLon;
  /** Metres; without it there is no circle. */
  readonly radius: number | null | undefined;
  /** The pin can be dragged. */
  readonly onMove?: (place: LatLon) => void;
  /** The circle's edge can be dragged; metres. */
  readonly onResize?: (radius: number) => void;
}

/** A place with its circle, and handles where they can be changed. */
export const PlaceMarks = ({ place, radius, onMove, onResize }: Props) => {
  const { rim } = useLook();
  const color = useTheme().palette.primary.main;
  const pin = useMemo(() => pinIcon(color, rim), [color, rim]);
  const handle = useMemo(() => handleIcon(color, rim), [color, rim]);
  return (
    <>
      {radius && <Circle centre={place} radius={radius} color={color} />}
      <Pin at={place} icon={pin} onMove={onMove} />
      {radius && onResize && (
        <Pin
          at={eastOf(place, radius)}
          icon={handle}
          onMove={(to) => onResize(radiusTo(place, to))}
        />
      )}
    </>
  );
};
