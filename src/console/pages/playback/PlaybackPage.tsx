import { Alert, Box, LinearProgress } from '@mui/material';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { MINUTE } from '../../../domain/duration';
import { localTime } from '../../../domain/figures';
import { dayParts, standstillsOf } from '../../../domain/track/day';
import type { TrackSums } from '../../../domain/track/motion';
import { stopsOf, sumsOf } from '../../../domain/track/stops';
import { playbackError, recordTimes, type Track } from '../../../domain/track/track';
import { ApiError } from '../../../protocol';
import { useTabTitle } from '../../app';
import { useLockNames } from '../../app/recordNames';
import { RetryAlert } from '../../look/alerts';
import { useSmallMap } from '../../maps';
import { PlaybackMap } from '../../maps/playback';
import { FrameNote } from './FrameNote';
import { MeasuredCharts } from './MeasuredCharts';
import { MAP_HEIGHT } from './measures';
import { PlaybackBar } from './PlaybackBar';
import { PlaybackStatus } from './PlaybackStatus';
import { type PlayedTrack, placeMarks, useTrackSums, useTracks } from './playbackData';
import { PrintedReport } from './report';
import { PlaybackPanel } from './SidePanel';
import { type PlaybackView, Transport } from './Transport';
import { type Playback, usePlayback } from './usePlayback';
import { usePlaybackKeys } from './usePlaybackKeys';

/** Playback of the tracks of one or several locks: a day as a strip, and its frame in detail. */
export const Page = () => {
  const translate = useTranslate();
  const playback = usePlayback();
  const { sns, focusedSn, player, day, frame, request, outlines } = playback;
  const query = useTracks(request);
  const tracks = usePlayed(query.data, playback);
  const playable = useMemo(
    () => tracks.filter(({ track }) => playbackError(track) === null),
    [tracks],
  );
  const sums = useFrameSums(playable, playback);
  const focused = playable.find(({ track }) => track.sn === focusedSn);
  const outline = outlines.find(({ sn }) => sn === focusedSn);
  const moments = useMemo(() => recordTimes(focused?.track, outline), [focused, outline]);
  // Render the map first: charts and report of 100,000 records take time.
  const later = useDeferredValue(focused, undefined);
  const measured = later && playable.includes(later) ? later : undefined;
  const [view, setView] = useState<PlaybackView>({
    colourBy: 'speed',
    follow: false,
    skipStops: false,
  });
  const { searchError, retrySearch } = playback;
  const lockNames = useLockNames();
  const error = searchError ?? query.error;
  const names = sns.map((sn) => lockNames(sn) ?? sn).join(', ');
  useTabTitle(names ? `${translate('menus.playback')} · ${names}` : undefined);
  useEffect(() => {
    player.skips = view.skipStops && outline ? standstillsOf(dayParts(outline)) : [];
  }, [player, outline, view.skipStops]);
  usePlaybackKeys(playback, moments);
  return (
    <Box
      sx={{
        flex: 1,
        minWidth: 0,
        p: { xs: 1.5, sm: 2 },
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 1.5,
        alignContent: 'start',
      }}
    >
      <h1 style={visuallyHidden}>{translate('menus.playback')}</h1>
      <PlaybackBar playback={playback} />
      {sns.length === 0 && (
        <Alert severity="info" role="status">
          {translate('playback.choose')}
        </Alert>
      )}
      {error && (
        <RetryAlert
          error={withFieldReasons(error)}
          onRetry={searchError ? retrySearch : () => query.refetch()}
        />
      )}
      <Warnings playback={playback} tracks={tracks} />
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            sm: day ? 'minmax(0, 1fr) 320px' : 'minmax(0, 1fr)',
          },
        }}
      >
        <TrackMap
          playback={playback}
          query={query}
          playable={playable}
          focused={focused}
          outline={outline}
          view={view}
        />
        {day && sns.length > 0 && (
          <>
            <PlaybackStatus playback={playback} focused={focused} outline={outline} />
            <Box sx={{ gridColumn: '1 / -1', order: { sm: 1 }, minWidth: 0 }}>
              <Transport playback={playback} moments={moments} view={view} onView={setView} />
            </Box>
            <PlaybackPanel
              playback={playback}
              isOpening={!frame || query.isPending}
              tracks={playable}
              focused={focused}
              sums={sums.get(focusedSn ?? '')}
              outline={outline}
            />
          </>
        )}
      </Box>
      {frame && measured && <MeasuredCharts player={player} track={measured.track} frame={frame} />}
      {request && measured && (
        <PrintedReport request={request} tracks={playable} sums={sums} colourBy={view.colourBy} />
      )}
    </Box>
  );
};

interface TrackMapProps {
  readonly playback: Playback;
  readonly query: ReturnType<typeof useTracks>;
  readonly playable: readonly PlayedTrack[];
  readonly focused: PlayedTrack | undefined;
  readonly outline: Track | undefined;
  readonly view: PlaybackView;
}

/** Map with the tracks of the frame over the outlines of the day. */
const TrackMap = ({ playback, query, playable, focused, outline, view }: TrackMapProps) => {
  const translate = useTranslate();
  const { player, day, outlines, isSearching } = playback;
  const provider = useSmallMap();
  const tracks = useMemo(
    () => playable.map((each) => ({ ...each, focused: each === focused })),
    [playable, focused],
  );
  const isLoaded = query.isSuccess && !query.isPlaceholderData;
  const fitKey = useFitKey(playback, isLoaded ? query.data : undefined);
  return (
    <Box
      sx={{
        // Without a day, nothing stands below the map.
        height: day ? { xs: '44vh', sm: MAP_HEIGHT } : 'max(340px, 100dvh - 230px)',
        minHeight: 300,
        borderRadius: 2,
        overflow: 'hidden',
        position: 'relative',
      }}
    >
      <PlaybackMap
        provider={provider}
        label={translate('playback.map')}
        tracks={tracks}
        outlines={outlines}
        fitKey={fitKey}
        colourBy={view.colourBy}
        player={day ? player : null}
        follow={view.follow}
        onPick={(time) => player.seek(time)}
      >
        {isLoaded && !focused && <FrameNote playback={playback} outline={outline} />}
      </PlaybackMap>
      {(query.isFetching || isSearching) && (
        <LinearProgress
          aria-label={translate('playback.loading')}
          sx={{ position: 'absolute', top: 0, left: 0, right: 0, zIndex: 2 }}
        />
      )}
    </Box>
  );
};

/** Adds stops, and the marks within the frame, to its tracks. */
const usePlayed = (
  tracks: readonly Track[] | undefined,
  { request, marksBySn }: Playback,
): readonly PlayedTrack[] =>
  useMemo(() => {
    if (!tracks || !request) return [];
    const { from, to } = request;
    return tracks.map((track) => {
      const marks = marksBySn.get(track.sn)?.filter(({ at }) => at >= from && at <= to) ?? [];
      return { track, stops: stopsOf(track), marks: placeMarks(track, marks) };
    });
  }, [tracks, request, marksBySn]);

const NO_SUMS: ReadonlyMap<string, TrackSums> = new Map();

/** Returns the sums of the frame by lock, none while they are loading. Computes those that the server does not send. */
const useFrameSums = (
  tracks: readonly PlayedTrack[],
  { sns, request }: Playback,
): ReadonlyMap<string, TrackSums> => {
  const { data, isPending } = useTrackSums(sns, request ?? undefined);
  return useMemo(() => {
    if (isPending) return NO_SUMS;
    return new Map(tracks.map(({ track }) => [track.sn, data?.get(track.sn) ?? sumsOf(track)]));
  }, [tracks, data, isPending]);
};

/**
 * Returns a key that changes when the map is to be fitted: for other locks, another day, or a jump, but not while the
 * playback runs.
 * @param tracks of the current frame; undefined while they are loading
 */
const useFitKey = (
  { sns, request, outlines, player }: Playback,
  tracks: readonly Track[] | undefined,
): string => {
  const [fitKey, setFitKey] = useState('');
  const hasTrack = tracks?.some(({ line }) => line.length > 0);
  const content = hasTrack ? 'frame' : outlines.length > 0 ? 'day' : '';
  const question = tracks && request ? [...sns, request.from, content].join('\n') : undefined;
  useEffect(() => {
    if (question !== undefined && !player.isPlaying) setFitKey(question);
  }, [question, player]);
  return fitKey;
};

/** Replaces the message of a refused call by the reasons of its fields, if it has any. */
const withFieldReasons = (error: Error): Error => {
  const reasons = error instanceof ApiError ? Object.values(error.fields ?? {}) : [];
  return reasons.length > 0 ? new Error(reasons.join(' ')) : error;
};

interface WarningsProps {
  readonly playback: Playback;
  readonly tracks: readonly PlayedTrack[];
}

/** Warns of a frame that is shorter than asked for, and of truncated tracks. */
const Warnings = ({ playback: { frame, isShortened }, tracks }: WarningsProps) => {
  const translate = useTranslate();
  const truncated = tracks.flatMap(({ track }) => (track.more ? [track.sn] : []));
  return (
    <Box role="status" sx={{ display: 'grid', gap: 1, '&:empty': { display: 'none' } }}>
      {frame && isShortened && (
        <Alert severity="info">
          {translate('playback.day.shortened', {
            smart_count: Math.round((frame.to - frame.from) / MINUTE),
            from: localTime(frame.from).slice(0, 16),
          })}
        </Alert>
      )}
      {truncated.length > 0 && (
        <Alert severity="warning">
          {translate('playback.more', { sns: truncated.join(', ') })}
        </Alert>
      )}
    </Box>
  );
};
