import { useEffect, useEffectEvent } from 'react';
import { useMap } from './LeafletMap';
import { type MapView, viewOf } from './view';

/** Tells what the map shows whenever it came to rest. */
export const TellView = ({ onChange }: { onChange: (view: MapView) => void }) => {
  const map = useMap();
  const tell = useEffectEvent(() => onChange(viewOf(map)));
  useEffect(() => {
    const moved = () => tell();
    map.on('moveend', moved);
    return () => {
      map.off('moveend', moved);
    };
  }, [map]);
  return null;
};
