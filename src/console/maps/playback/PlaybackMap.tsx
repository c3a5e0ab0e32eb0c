import useMediaQuery from '@mui/material/useMediaQuery';
import L from 'leaflet';
import { type ReactNode, useEffect, useEffectEvent, useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { bearing, distance } from '../../../domain/geo/geometry';
import { LOCK } from '../../../domain/lock';
import {
  boundsOfTracks,
  lockStatusAt,
  positionAt,
  recordAt,
  type Track,
  type TrackPosition,
  trackAt,
} from '../../../domain/track/track';
import { BaseLayer } from '../base/BaseLayer';
import type { ResolvedProvider } from '../base/providers';
import { crsByDatum } from '../crs';
import { LeafletMap, useLayer, useMap, useMapColours, useMapEvents } from '../LeafletMap';
import { MapCorners } from '../MapControls';
import { PointLayer } from '../PointLayer';
import { GeofenceLayer } from '../places/GeofenceLayer';
import { abortOnUse, fitBox, worldView, wrapToCentre } from '../view';
import type { ColourBy } from './line';
import type { Player } from './player';
import { TrackHead, TrackLayer, type TrackView } from './TrackLayer';
import { TrackLegend } from './TrackLegend';

interface Props extends TracksProps {
  readonly provider: ResolvedProvider;
  /** Accessible name. */
  readonly label: string;
  readonly children?: ReactNode;
}

interface TracksProps {
  /** Keep its identity while it is unchanged: a new array is drawn again. */
  readonly tracks: readonly TrackView[];
  /** Tracks of the whole day; the markers follow them outside of `tracks`. Keep their identity too. */
  readonly outlines: readonly Track[];
  /** The tracks are fitted again when it changes. */
  readonly fitKey: string;
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

const TracksOnMap = ({ player, follow, onPick, fitKey, ...drawn }: TracksProps) => {
  const translate = useTranslate();
  const { tracks, outlines, colourBy } = drawn;
  useTrackLayer(drawn);
  useHeads(drawn, player, follow);
  usePick(drawn, onPick);
  useFit(drawn, fitKey);
  const hasOutlines = outlines.some(({ line }) => line.length > 1);
  return (
    <MapCorners
      legend={
        (tracks.length > 0 || hasOutlines) && (
          <TrackLegend tracks={tracks} colourBy={colourBy} hasOutlines={hasOutlines} />
        )
      }
      fitLabel={translate('playback.fit')}
      onFit={(map) => fitTracks(map, drawn, true)}
    />
  );
};

type DrawnTracks = Pick<TracksProps, 'tracks' | 'outlines'>;

/** Fits the tracks, and again when the map changes its size, until the operator moves it. */
const useFit = (drawn: DrawnTracks, fitKey: string): void => {
  const map = useMap();
  const fitNow = useEffectEvent(() => fitTracks(map, drawn, false));
  // biome-ignore lint/correctness/useExhaustiveDependencies: fitted again for another question only
  useEffect(() => {
    const again = () => fitNow();
    const controller = abortOnUse(map);
    again();
    map.on('resize', again);
    controller.signal.addEventListener('abort', () => map.off('resize', again));
    return () => controller.abort();
  }, [map, fitKey]);
};

const useTrackLayer = ({
  tracks,
  outlines,
  colourBy,
}: DrawnTracks & Pick<TracksProps, 'colourBy'>): void => {
  const colours = useMapColours();
  const layer = useLayer(() => new TrackLayer(colours));
  useEffect(
    () => layer?.show({ tracks, outlines }, colourBy, colours),
    [layer, tracks, outlines, colourBy, colours],
  );
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

/** Moves a marker per lock with the player, outside of React. */
const useHeads = (
  { tracks, outlines }: DrawnTracks,
  player: Player | null,
  follow: boolean,
): void => {
  const map = useMap();
  const colours = useMapColours();
  const locks = useMemo(() => locksOf({ tracks, outlines }), [tracks, outlines]);
  const move = useEffectEvent((heads: readonly TrackHead[], time: number) => {
    locks.forEach(({ view, outline }, i) => {
      const track = trackAt(view?.track, outline, time);
      const here = track && positionAt(track, time);
      const place = here && wrapToCentre(map, here.lat, here.lon);
      if (!here || !place) return;
      const status = lockStatusAt(track, recordAt(track, time)) ?? LOCK.initial;
      const colour = colours.states[status];
      heads[i]?.moveTo(place, courseOf(track, here), colour ?? colours.selection);
      if (view?.focused !== false && follow) keepInView(map, place);
    });
  });

  useEffect(() => {
    if (!player) return;
    const heads = locks.map(({ sn }) => new TrackHead(sn, locks.length > 1).addTo(map));
    for (const head of heads) head.setColours(colours);
    const now = () => move(heads, player.time);
    now();
    const stop = player.subscribe(now);
    return () => {
      stop();
      for (const head of heads) head.remove();
    };
  }, [map, locks, player, colours]);

  useEffect(() => {
    if (follow) player?.seek(player.time);
  }, [follow, player]);
};

/** Returns the locks that have a position, each with its track in the frame and its outline. */
const locksOf = ({ tracks, outlines }: DrawnTracks) => {
  const sns = new Set([
    ...tracks.map(({ track }) => track.sn),
    ...outlines.flatMap(({ sn, line }) => (line.length > 0 ? [sn] : [])),
  ]);
  return [...sns].map((sn) => ({
    sn,
    view: tracks.find(({ track }) => track.sn === sn),
    outline: outlines.find((outline) => outline.sn === sn),
  }));
};

const keepInView = (map: L.Map, place: L.LatLng): void => {
  const size = map.getSize();
  const calm = L.bounds(size.multiplyBy(CALM_SHARE), size.multiplyBy(1 - CALM_SHARE));
  if (!calm.contains(map.latLngToContainerPoint(place))) map.panTo(place, { animate: false });
};

/** Tolerance of a click, px; about the precision of a finger. */
const NEAR = 22;

/** A click on the focused line, on one of its marks or on an outline picks the time when the lock was there. */
const usePick = (drawn: DrawnTracks, onPick: (time: number) => void): void => {
  const still = useMediaQuery('(hover: none)', { noSsr: true });
  const map = useMapEvents({
    click: ({ containerPoint }) => {
      const time = timeNear(map, drawn, containerPoint, still ? NEAR * 1.5 : NEAR);
      if (time !== undefined) onPick(time);
    },
  });
};

const timeNear = (
  map: L.Map,
  { tracks, outlines }: DrawnTracks,
  point: L.Point,
  reach: number,
): number | undefined => {
  const focusedTrack = tracks.find(({ focused }) => focused);
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
  for (const { lat, lon, at } of focusedTrack?.marks ?? []) consider(lat, lon, at, 18);
  if (time !== undefined) return time;
  const bounds = map.getBounds().pad(0.1);
  const considerLine = (track: Track) => {
    for (const record of track.line) {
      const [lat, lon] = [track.lat[record] as number, track.lon[record] as number];
      if (lat < bounds.getSouth() || lat > bounds.getNorth()) continue;
      consider(lat, lon, track.at[record] as number, 0);
    }
  };
  if (focusedTrack) considerLine(focusedTrack.track);
  if (time === undefined) outlines.forEach(considerLine);
  return time;
};

/** Maximum zoom for fitting: nearer, streets lose their shape. */
const NEAREST = 17;

/** Width of the legend with its margin, px; tracks are fitted beside it if the map is wide enough. */
const LEGEND = 220;
const MIN_WIDTH_BESIDE_LEGEND = 660;
const PADDING = 48;

/** Fits the tracks or, if there are none, the outlines. */
const fitTracks = (map: L.Map, { tracks, outlines }: DrawnTracks, animate: boolean): void => {
  const bounds = boundsOfTracks(tracks.map(({ track }) => track)) ?? boundsOfTracks(outlines);
  if (!bounds) return;
  const left = map.getSize().x > MIN_WIDTH_BESIDE_LEGEND ? LEGEND : PADDING;
  fitBox(map, bounds, NEAREST, {
    animate,
    paddingTopLeft: [left, PADDING],
    paddingBottomRight: [PADDING, PADDING],
  });
};
