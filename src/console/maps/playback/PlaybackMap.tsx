import useMediaQuery from '@mui/material/useMediaQuery';
import type L from 'leaflet';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { bearing, distance } from '../../../domain/geo/geometry';
import type { Stretch } from '../../../domain/track/stops';
import {
  boundsOfTracks,
  lockStatusAt,
  positionAt,
  recordAt,
  type Track,
  type TrackPosition,
} from '../../../domain/track/track';
import { BaseLayer } from '../base/BaseLayer';
import type { ResolvedProvider } from '../base/providers';
import { crsByDatum, crsOfMap, WORLD, zoomAcross } from '../crs';
import { GeofenceLayer } from '../geofences/GeofenceLayer';
import { LeafletMap, MapSlot, useMap, useMapColours } from '../LeafletMap';
import { MapControls, MapScale } from '../MapControls';
import { PointLayer } from '../PointLayer';
import { worldView, wrapToCentre } from '../view';
import type { ColourBy } from './line';
import type { Player } from './player';
import { addTrackLayer, TrackHead, type TrackLayer, type TrackView } from './TrackLayer';
import { TrackLegend } from './TrackLegend';

interface Props extends TracksProps {
  readonly provider: ResolvedProvider;
  /** Accessible name. */
  readonly label: string;
  readonly children?: ReactNode;
}

interface TracksProps {
  /** Keep its identity while it is unchanged: a new array is drawn and fitted again. */
  readonly tracks: readonly TrackView[];
  readonly colourBy: ColourBy;
  readonly player: Player | null;
  /** Keeps the focused lock in view. */
  readonly follow: boolean;
  /** Called with the time of a point that was chosen on the focused track, epoch ms. */
  readonly onPick: (time: number) => void;
}

/** Map with tracks, and a marker for each that moves with the playback. It fills its parent. */
export const PlaybackMap = ({ provider, label, children, ...tracks }: Props) => (
  <LeafletMap crs={crsByDatum[provider.datum]} view={worldView} label={label}>
    <BaseLayer provider={provider} />
    <GeofenceLayer />
    <PointLayer />
    <TracksOnMap {...tracks} />
    {children}
  </LeafletMap>
);

const TracksOnMap = ({ tracks, colourBy, player, follow, onPick }: TracksProps) => {
  const map = useMap();
  const translate = useTranslate();
  useTrackLayer(tracks, colourBy);
  useHeads(tracks, player, follow);
  usePick(tracks, onPick);
  useFit(tracks, player?.span);
  return (
    <>
      <MapSlot at="left">
        {tracks.length > 0 && <TrackLegend tracks={tracks} colourBy={colourBy} />}
      </MapSlot>
      <MapSlot at="left" order={1}>
        <MapScale />
      </MapSlot>
      <MapSlot at="right">
        <MapControls
          fitLabel={translate('playback.fit')}
          onFit={() => fitTracks(map, tracks, true)}
        />
      </MapSlot>
    </>
  );
};

/** Fits the tracks, and again when the map changes its size, until the operator moves it. */
const useFit = (tracks: readonly TrackView[], span: Stretch | undefined): void => {
  const map = useMap();
  const trackKey = tracks.map(({ track }) => track.sn).join('\n');
  const fitNow = useEffectEvent(() => fitTracks(map, tracks, false));
  // biome-ignore lint/correctness/useExhaustiveDependencies: fitted again for other tracks only
  useEffect(() => {
    const again = () => fitNow();
    const controller = new AbortController();
    again();
    map.on('resize', again);
    controller.signal.addEventListener('abort', () => map.off('resize', again));
    for (const touch of ['pointerdown', 'wheel', 'keydown']) {
      map.getContainer().addEventListener(touch, () => controller.abort(), {
        signal: controller.signal,
        passive: true,
      });
    }
    return () => controller.abort();
  }, [map, trackKey, span]);
};

const useTrackLayer = (tracks: readonly TrackView[], colourBy: ColourBy): void => {
  const map = useMap();
  const colours = useMapColours();
  const [layer, setLayer] = useState<TrackLayer | null>(null);
  // Effect event: colours update the existing layer, below.
  const newLayer = useEffectEvent((of: L.Map) => addTrackLayer(of, colours));
  useEffect(() => {
    const trackLayer = newLayer(map);
    setLayer(trackLayer);
    return () => {
      trackLayer.remove();
      setLayer(null);
    };
  }, [map]);
  useEffect(() => layer?.show(tracks, colourBy, colours), [layer, tracks, colourBy, colours]);
};

/** Returns the heading of a lock: its direction of movement, else the reported course; NaN while stationary. */
const courseOf = (track: Track, here: TrackPosition): number => {
  const next = track.line[here.n + 1];
  const record = track.line[here.n] as number;
  if (here.state === 'moving' && next !== undefined) {
    const to = { lat: track.lat[next] as number, lon: track.lon[next] as number };
    // Two fixes in one place have no direction.
    if (distance(here, to) > 2) return bearing(here, to);
  }
  return track.course[record] as number;
};

/** Share of the map in which a followed lock moves without a pan. */
const CALM_SHARE = 0.25;

/** Moves a marker per track with the player, outside of React. */
const useHeads = (tracks: readonly TrackView[], player: Player | null, follow: boolean): void => {
  const map = useMap();
  const colours = useMapColours();
  const following = useRef(follow);
  const move = useEffectEvent((heads: readonly TrackHead[], time: number) => {
    tracks.forEach(({ track, focused }, i) => {
      const here = positionAt(track, time);
      const place = here && wrapToCentre(map, here.lat, here.lon);
      if (!here || !place) return;
      const colour = colours.states[lockStatusAt(track, recordAt(track, time))];
      heads[i]?.moveTo(place, courseOf(track, here), colour ?? colours.selection);
      if (focused && following.current) keepInView(map, place);
    });
  });

  useEffect(() => {
    if (!player) return;
    const heads = tracks.map(({ track }) => new TrackHead(track.sn, tracks.length > 1).addTo(map));
    for (const head of heads) head.setColours(colours);
    const now = () => move(heads, player.time);
    now();
    const stop = player.subscribe(now);
    return () => {
      stop();
      for (const head of heads) head.remove();
    };
  }, [map, tracks, player, colours]);

  useEffect(() => {
    following.current = follow;
    if (follow) player?.seek(player.time);
  }, [follow, player]);
};

const keepInView = (map: L.Map, place: L.LatLng): void => {
  const size = map.getSize();
  const { x, y } = map.latLngToContainerPoint(place);
  const calm =
    x > size.x * CALM_SHARE &&
    x < size.x * (1 - CALM_SHARE) &&
    y > size.y * CALM_SHARE &&
    y < size.y * (1 - CALM_SHARE);
  if (!calm) map.panTo(place, { animate: false });
};

/** Tolerance of a click, px; about the precision of a finger. */
const NEAR = 22;

/** A click on the focused line, or on one of its marks, picks the time when the lock was there. */
const usePick = (tracks: readonly TrackView[], onPick: (time: number) => void): void => {
  const map = useMap();
  const still = useMediaQuery('(hover: none)', { noSsr: true });
  const pick = useEffectEvent((point: L.Point) => {
    const time = timeNear(map, tracks, point, still ? NEAR * 1.5 : NEAR);
    if (time !== undefined) onPick(time);
  });
  useEffect(() => {
    const clicked = (event: L.LeafletMouseEvent) => pick(event.containerPoint);
    map.on('click', clicked);
    return () => {
      map.off('click', clicked);
    };
  }, [map]);
};

const timeNear = (
  map: L.Map,
  tracks: readonly TrackView[],
  point: L.Point,
  reach: number,
): number | undefined => {
  const focusedTrack = tracks.find(({ focused }) => focused);
  if (!focusedTrack) return undefined;
  const { track, marks } = focusedTrack;
  let best = reach;
  let time: number | undefined;
  const consider = (lat: number, lon: number, at: number, above: number) => {
    const place = wrapToCentre(map, lat, lon);
    if (!place) return;
    const away = map.latLngToContainerPoint(place).subtract([0, above]).distanceTo(point);
    if (away < best) {
      best = away;
      time = at;
    }
  };
  // Marks are drawn above their places, so a click on a mark means the mark.
  for (const { lat, lon, at } of marks) consider(lat, lon, at, 18);
  if (time !== undefined) return time;
  const bounds = map.getBounds().pad(0.1);
  for (const record of track.line) {
    const [lat, lon] = [track.lat[record] as number, track.lon[record] as number];
    if (lat < bounds.getSouth() || lat > bounds.getNorth()) continue;
    consider(lat, lon, track.at[record] as number, 0);
  }
  return time;
};

/** Maximum zoom for fitting: nearer, streets lose their shape. */
const NEAREST = 17;

const fitTracks = (map: L.Map, tracks: readonly TrackView[], animate: boolean): void => {
  const bounds = boundsOfTracks(tracks.map(({ track }) => track));
  if (!bounds) return;
  const { south, west, north, east } = bounds;
  map.fitBounds(
    [
      [south, west],
      [north, east],
    ],
    { animate, padding: [48, 48], maxZoom: zoomAcross(NEAREST, WORLD, crsOfMap(map)) },
  );
};
