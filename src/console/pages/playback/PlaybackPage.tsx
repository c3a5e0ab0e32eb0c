import { Alert, Box, LinearProgress } from '@mui/material';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import { playbackError, type Track } from '../../../domain/track/track';
import { ApiError } from '../../../protocol';
import { useTabTitle } from '../../app';
import { RetryAlert } from '../../look/RetryAlert';
import { useSmallMap } from '../../maps';
import { type ColourBy, PlaybackMap } from '../../maps/playback';
import { type PlaybackQuery, parsePlaybackQuery, playbackSearch } from './address';
import { MeasuredCharts } from './MeasuredCharts';
import { type PlayedTrack, usePlayedTracks, useTrackLimits } from './playbackData';
import { PrintedReport } from './report';
import { PlaybackPanel } from './SidePanel';
import { SpanForm } from './SpanForm';
import { Transport } from './Transport';
import { usePlaybackKeys } from './usePlaybackKeys';
import { usePlayer } from './usePlayer';

const NONE: readonly PlayedTrack[] = [];

/** Playback of the tracks of one or several locks. */
export const Page = () => {
  const translate = useTranslate();
  const { request, setRequest } = usePlaybackQuery();
  const limits = useTrackLimits();
  const query = usePlayedTracks(request);
  const { data = NONE, error, isFetching, refetch } = query;
  const playable = useMemo(() => data.filter(({ track }) => playbackError(track) === null), [data]);
  const player = usePlayer(playable);
  const [selectedSn, setSelectedSn] = useState<string | null>(null);
  const focused = playable.find(({ track }) => track.sn === selectedSn) ?? playable[0];
  // Render the map first: charts and report of 100,000 records take time.
  const later = useDeferredValue(focused, undefined);
  const measured = later && playable.includes(later) ? later : undefined;
  const [view, setView] = useState<PlaybackView>({
    colourBy: 'speed',
    follow: false,
    skipStops: false,
  });
  const trackViews = useMemo(
    () => playable.map((each) => ({ ...each, focused: each === focused })),
    [playable, focused],
  );
  const provider = useSmallMap();
  useTabTitle(request ? `${translate('menus.playback')} · ${request.sns.join(', ')}` : undefined);
  useEffect(() => {
    if (!player) return;
    player.skips = view.skipStops && focused ? standstills(focused) : [];
  }, [player, focused, view.skipStops]);
  usePlaybackKeys(player, focused?.track);
  return (
    <Box
      sx={{
        flex: 1,
        minWidth: 0,
        p: { xs: 1.5, sm: 2 },
        display: 'grid',
        gap: 1.5,
        alignContent: 'start',
      }}
    >
      <h1 style={visuallyHidden}>{translate('menus.playback')}</h1>
      <SpanForm
        request={request}
        limits={limits}
        busy={isFetching}
        // Refetch an equal query, because a range up to now may have new records.
        onAsk={(next) =>
          request && playbackSearch(request) === playbackSearch(next) ? refetch() : setRequest(next)
        }
      />
      {!request && (
        <Alert severity="info" role="status">
          {translate('playback.choose')}
        </Alert>
      )}
      {error && <RetryAlert error={withFieldReasons(error)} onRetry={() => refetch()} />}
      {request && !isFetching && !error && <Findings request={request} tracks={data} />}
      <Box
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            sm: focused ? 'minmax(0, 1fr) 340px' : 'minmax(0, 1fr)',
          },
        }}
      >
        <Box sx={{ minWidth: 0, display: 'grid', gap: 1 }}>
          <Box
            sx={{
              height: {
                xs: '48vh',
                sm: focused ? 'max(300px, 100vh - 520px)' : 'max(340px, 100vh - 230px)',
              },
              minHeight: 300,
              borderRadius: 2,
              overflow: 'hidden',
              position: 'relative',
            }}
          >
            <PlaybackMap
              provider={provider}
              label={translate('playback.map')}
              tracks={trackViews}
              colourBy={view.colourBy}
              player={player}
              follow={view.follow}
              onPick={(time) => player?.seek(time)}
            />
            {isFetching && (
              <LinearProgress
                aria-label={translate('playback.loading')}
                sx={{ position: 'absolute', top: 0, left: 0, right: 0, zIndex: 2 }}
              />
            )}
          </Box>
          {player && focused && (
            <Transport player={player} focused={focused} view={view} onView={setView} />
          )}
        </Box>
        {player && focused && (
          <PlaybackPanel
            player={player}
            tracks={playable}
            focused={focused}
            onFocus={setSelectedSn}
          />
        )}
      </Box>
      {player && measured && <MeasuredCharts player={player} track={measured.track} />}
      {request && measured && (
        <PrintedReport request={request} tracks={playable} colourBy={view.colourBy} />
      )}
    </Box>
  );
};

export interface PlaybackView {
  readonly colourBy: ColourBy;
  readonly follow: boolean;
  readonly skipStops: boolean;
}

/** Keeps the query in the URL, so that it can be sent to a colleague. */
const usePlaybackQuery = () => {
  const [search, setSearch] = useSearchParams();
  const text = search.toString();
  const request = useMemo(() => parsePlaybackQuery(new URLSearchParams(text)), [text]);
  return { request, setRequest: (next: PlaybackQuery) => setSearch(playbackSearch(next)) };
};

/** Replaces the message of a refused call by the reasons of its fields, if it has any. */
const withFieldReasons = (error: Error): Error => {
  const reasons = error instanceof ApiError ? Object.values(error.fields ?? {}) : [];
  return reasons.length > 0 ? new Error(reasons.join(' ')) : error;
};

/** Returns the stops and gaps, in which nothing moves, sorted by time. */
const standstills = ({ stops, gaps }: PlayedTrack) =>
  [...stops, ...gaps].sort((a, b) => a.from - b.from);

interface FindingsProps {
  readonly request: PlaybackQuery;
  readonly tracks: readonly PlayedTrack[];
}

/** Warns of tracks that are empty, too short or truncated. */
const Findings = ({ request, tracks }: FindingsProps) => {
  const translate = useTranslate();
  const without = (reason: 'noData' | 'tooShort') =>
    tracks.filter(({ track }) => playbackError(track) === reason).map(({ track }) => track.sn);
  const truncated = tracks.flatMap(({ track }): Track[] => (track.more ? [track] : []));
  const several = request.sns.length > 1;
  return (
    <Box role="status" sx={{ display: 'grid', gap: 1, '&:empty': { display: 'none' } }}>
      {(['noData', 'tooShort'] as const).map((reason) => {
        const sns = without(reason);
        if (sns.length === 0) return null;
        return (
          <Alert key={reason} severity="warning">
            {translate(`playback.${reason}`)}
            {several && `: ${sns.join(', ')}`}
          </Alert>
        );
      })}
      {truncated.length > 0 && (
        <Alert severity="warning">
          {translate('playback.more', { sns: truncated.map(({ sn }) => sn).join(', ') })}
        </Alert>
      )}
    </Box>
  );
};
