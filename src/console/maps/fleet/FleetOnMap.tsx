import type L from 'leaflet';
import { type ReactNode, type Ref, useImperativeHandle, useState } from 'react';
import { useTranslate } from 'react-admin';
import { AnchoredPanel } from '../AnchoredPanel';
import { MapOverlay, useMap } from '../LeafletMap';
import { DRAWN } from './FleetLayer';
import { FleetMirror } from './FleetMirror';
import type { FleetStore } from './fleetStore';
import { fitFleet, flyToDevice } from './fleetView';
import { GroupChoice } from './GroupChoice';
import { useDevice } from './useFleet';
import { useFleetLayer } from './useFleetLayer';

/** What a page may ask of the map. */
export interface FleetMapHandle {
  /** Goes to a device; false when it has no place or the filter hides it. */
  flyTo(sn: string): boolean;
  fitFleet(): boolean;
}

export interface FleetOnMapProps {
  store: FleetStore;
  selected: string | null;
  onSelect: (sn: string | null) => void;
  /** The card of the selected device; it pads itself and leaves 40 px at the top right to the close button. */
  renderCard: (sn: string) => ReactNode;
  ref?: Ref<FleetMapHandle>;
}

/** Devices standing in one place, to choose one of. */
interface Choice {
  readonly sns: readonly string[];
  readonly place: L.LatLng;
}

/** The fleet, the card of the selected device and the choice among devices in one place. */
export const FleetOnMap = ({ store, selected, onSelect, renderCard, ref }: FleetOnMapProps) => {
  const map = useMap();
  const translate = useTranslate();
  const [choice, setChoice] = useState<Choice | null>(null);
  const known = useDevice(store, selected) !== undefined;

  const select = (sn: string | null) => {
    setChoice(null);
    onSelect(sn);
  };
  const layer = useFleetLayer(store, selected, {
    pick: select,
    pickFrom: (sns, place) => {
      onSelect(null);
      setChoice({ sns, place });
    },
    pickNothing: () => select(null),
  });

  useImperativeHandle(
    ref,
    () => ({
      flyTo: (sn) => flyToDevice(map, store, sn),
      fitFleet: () => fitFleet(map, store),
    }),
    [map, store],
  );

  if (!layer) return null;
  return (
    <>
      <MapOverlay>
        <FleetMirror layer={layer} store={store} onPick={select} />
      </MapOverlay>
      {choice && (
        <AnchoredPanel
          about={choice.sns.join()}
          anchor={() => choice.place}
          label={translate('maps.choose.title', { smart_count: choice.sns.length })}
          onClose={() => setChoice(null)}
        >
          <GroupChoice store={store} sns={choice.sns} onChoose={select} />
        </AnchoredPanel>
      )}
      {selected !== null && known && (
        <AnchoredPanel
          about={selected}
          anchor={() => layer.placeOf(selected)}
          follow={{ layer, event: DRAWN }}
          label={translate('maps.panel.device', { sn: selected })}
          onClose={() => onSelect(null)}
        >
          {renderCard(selected)}
        </AnchoredPanel>
      )}
    </>
  );
};
