import {
  Box,
  List,
  ListItem,
  ListItemButton,
  ListItemText,
  Paper,
  Tab,
  Tabs,
  Typography,
} from '@mui/material';
import { type ComponentProps, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { localTime, withUnit } from '../../../domain/figures';
import { choiceLabel } from '../../../domain/label';
import { positionType, reportType } from '../../../domain/lock';
import type { TrackSums } from '../../../domain/track/motion';
import { fastestOf, type Stop, stopsOf } from '../../../domain/track/stops';
import {
  lineSpan,
  lockStatusAt,
  positionAt,
  recordAt,
  speedFrom,
  type Track,
  trackAt,
} from '../../../domain/track/track';
import { useReaderLocale, useText } from '../../../fields/views/reader';
import { useLockTitle } from '../../app/recordNames';
import { Fact, Facts } from '../../look/Facts';
import { FactsSkeleton } from '../../look/FactsSkeleton';
import { CanvasIcon, StateIcon, useMapColours, useStateName } from '../../maps';
import { type MarkKind, type Player, paintMark } from '../../maps/playback';
import { Coordinates, PlaceWords } from '../values';
import { MAP_HEIGHT, trackDurationText, useSumTexts } from './measures';
import { type PlayedTrack, usePlaceNames } from './playbackData';
import { ExportButtons } from './report';
import type { Playback } from './usePlayback';
import { useMoment, usePlayerValue } from './usePlayer';

interface Props {
  readonly playback: Playback;
  /** The first frame is not read yet, so that no value is known. */
  readonly isOpening: boolean;
  /** Tracks of the frame that can be played. */
  readonly tracks: readonly PlayedTrack[];
  /** The focused one of them; undefined if the frame has none of the lock. */
  readonly focused: PlayedTrack | undefined;
  /** Sums of its frame; undefined while they are loading. */
  readonly sums: TrackSums | undefined;
  /** Outline of the focused lock; undefined until it is read. */
  readonly outline: Track | undefined;
}

type PanelTab = 'now' | 'stops' | 'marks';

/** Panel beside the map: values at the playback time, stops and events of the day, and the sums of the frame. */
export const PlaybackPanel = (props: Props) => {
  const { playback, isOpening, tracks, focused, sums, outline } = props;
  const translate = useTranslate();
  const [tab, setTab] = useState<PanelTab>('now');
  const { player, sns, focusedSn, focus, marks } = playback;
  const lockTitle = useLockTitle();
  const stops = useMemo(() => stopsOfDay(focused, outline), [focused, outline]);
  const label = {
    now: translate('playback.now'),
    stops: translate('playback.stops.tab', { smart_count: stops.length }),
    marks: translate('playback.marks.tab', { smart_count: marks.length }),
  };
  return (
    <Paper
      variant="outlined"
      component="section"
      aria-label={translate('playback.details')}
      sx={{
        borderRadius: 2,
        minWidth: 0,
        display: 'flex',
        flexDirection: 'column',
        maxHeight: { sm: MAP_HEIGHT },
      }}
    >
      {sns.length > 1 && (
        <Tabs
          value={focusedSn}
          variant="scrollable"
          scrollButtons={false}
          aria-label={translate('playback.devices')}
          onChange={(_, sn: string) => focus(sn)}
          sx={{ borderBottom: 1, borderColor: 'divider', flex: 'none' }}
        >
          {sns.map((sn) => (
            <Tab key={sn} value={sn} label={lockTitle(sn)} />
          ))}
        </Tabs>
      )}
      <Tabs
        value={tab}
        variant="fullWidth"
        aria-label={translate('playback.details')}
        onChange={(_, next: PanelTab) => setTab(next)}
        sx={{
          borderBottom: 1,
          borderColor: 'divider',
          flex: 'none',
          '& .MuiTab-root': { minWidth: 0, px: 1 },
        }}
      >
        {(['now', 'stops', 'marks'] as const).map((each) => (
          <Tab key={each} value={each} label={label[each]} />
        ))}
      </Tabs>
      <Box
        sx={{ flex: 1, minHeight: 0, overflow: 'auto' }}
        role="tabpanel"
        aria-label={label[tab]}
        tabIndex={0}
      >
        {tab === 'now' &&
          (isOpening ? (
            <FactsSkeleton />
          ) : (
            <Now playback={playback} focused={focused} outline={outline} />
          ))}
        {tab === 'stops' && <Stops player={player} stops={stops} />}
        {tab === 'marks' && <Marks player={player} marks={marks} />}
      </Box>
      {focused && (
        <Box sx={{ borderTop: 1, borderColor: 'divider', p: 1.5, display: 'grid', gap: 1 }}>
          <Summary track={focused.track} sums={sums} />
          <ExportButtons tracks={tracks} addressNow={playback.addressNow} />
        </Box>
      )}
    </Paper>
  );
};

/** Returns the stops of the frame and, before and after its records, those of the outline, which lacks short ones. */
const stopsOfDay = (focused: PlayedTrack | undefined, outline: Track | undefined): Stop[] => {
  const { at } = focused?.track ?? {};
  const [first = Number.POSITIVE_INFINITY, last = Number.NEGATIVE_INFINITY] = [at?.[0], at?.at(-1)];
  const otherStops = outline
    ? stopsOf(outline).filter(({ from, to }) => to < first || from > last)
    : [];
  return [...(focused?.stops ?? []), ...otherStops].sort((a, b) => a.from - b.from);
};

/** Update interval of the values, ms: ten per second stay readable. */
const READOUT_INTERVAL = 100;
/** Minimum time between requests for place names, ms. */
const WORDS_INTERVAL = { playing: 1_500, paused: 300 } as const;

const Now = ({ playback, focused, outline }: Pick<Props, 'playback' | 'focused' | 'outline'>) => {
  const translate = useTranslate();
  const text = useText();
  const locale = useReaderLocale();
  const nameOf = useStateName();
  const { player, isOutlinePending } = playback;
  const detailed = focused?.track;
  const moment = useMoment(player, READOUT_INTERVAL);
  const track = trackAt(detailed, outline, moment);
  const isPlaying = usePlayerValue(player, (each) => each.isPlaying);
  const wordsMoment = useMoment(player, WORDS_INTERVAL[isPlaying ? 'playing' : 'paused']);
  // After a jump, the last name belongs to another place.
  const hasJumped = Math.abs(moment - wordsMoment) > 2 * WORDS_INTERVAL.playing * player.speed;
  const here = track && positionAt(track, moment);
  // The outline may know more of a moment before or after the frame's records.
  if (player.span.to === 0 || (isOutlinePending && !isWithin(detailed, moment))) {
    return <FactsSkeleton />;
  }
  if (!here) return <Empty text={translate('playback.silent')} />;
  const record = recordAt(track, moment);
  if (record < 0) return <Empty text={translate('playback.notYet')} />;
  const position = hasJumped ? null : positionAt(track, wordsMoment);
  const status = lockStatusAt(track, record);
  const speed = here.state === 'moving' ? speedFrom(track, here.n) : Number.NaN;
  const measured = (column: Float64Array, unit: string) => {
    const value = lastOf(column, record);
    return Number.isNaN(value)
      ? '—'
      : withUnit(value.toLocaleString(locale, { maximumFractionDigits: 1 }), unit);
  };
  const type = choiceLabel(positionType, track.position_status[record]);
  const report = choiceLabel(reportType, track.report_reson[record]);
  return (
    <Facts sx={{ p: 2, rowGap: 1, alignItems: 'start', fontVariantNumeric: 'tabular-nums' }}>
      <Fact label={translate('charts.time')}>{localTime(moment)}</Fact>
      <Fact label={translate('device.place.words')}>
        <Box sx={{ minHeight: '3.2em' }}>
          {position && <PlaceWords lat={position.lat} lon={position.lon} />}
          <Box sx={{ color: 'text.secondary' }}>
            <Coordinates lat={here.lat} lon={here.lon} />
          </Box>
        </Box>
      </Fact>
      <Fact label={translate('playback.speedNow')}>
        {Number.isNaN(speed) ? '—' : `${Math.round(speed).toLocaleString(locale)} km/h`}
      </Fact>
      <Fact label={translate('playback.lock')}>
        {status === undefined ? (
          '—'
        ) : (
          <Box component="span" sx={{ display: 'inline-flex', gap: 0.75, alignItems: 'center' }}>
            <StateIcon status={status} />
            {nameOf(status)}
          </Box>
        )}
      </Fact>
      <Fact label={translate('playback.fix')}>{type ? text(type) : '—'}</Fact>
      <Fact label={translate('playback.reported')}>{report ? text(report) : '—'}</Fact>
      <Fact label={translate('playback.battery')}>{measured(track.electric, '%')}</Fact>
      <Fact label={translate('playback.temperature')}>{measured(track.temperature, '°C')}</Fact>
    </Facts>
  );
};

/** True if a track has records both before and after a moment. */
const isWithin = (track: Track | undefined, moment: number): boolean =>
  track !== undefined &&
  moment >= (track.at[0] ?? Number.POSITIVE_INFINITY) &&
  moment <= (track.at.at(-1) ?? Number.NEGATIVE_INFINITY);

/** Returns the last value up to a record; NaN for none. */
const lastOf = (column: Float64Array, record: number): number => {
  for (let i = record; i >= 0; i--) {
    const value = column[i] as number;
    if (!Number.isNaN(value)) return value;
  }
  return Number.NaN;
};

const Stops = ({ player, stops }: Pick<PlayedTrack, 'stops'> & { readonly player: Player }) => {
  const translate = useTranslate();
  const locale = useReaderLocale();
  const words = usePlaceNames(stops);
  if (stops.length === 0) return <Empty text={translate('playback.stops.none')} />;
  return (
    <List dense disablePadding>
      {stops.map(({ from, to, lat, lon }, i) => (
        <ListItem key={from} disablePadding>
          <ListItemButton onClick={() => player.seek(from)} sx={{ gap: 1.25 }}>
            <StopNumber>{i + 1}</StopNumber>
            <ListItemText
              primary={words?.[i] || `${lat.toFixed(5)}, ${lon.toFixed(5)}`}
              secondary={`${localTime(from)} · ${trackDurationText(to - from, locale)}`}
            />
          </ListItemButton>
        </ListItem>
      ))}
    </List>
  );
};

const Marks = ({ player, marks }: Pick<Playback, 'player' | 'marks'>) => {
  const translate = useTranslate();
  const text = useText();
  if (marks.length === 0) return <Empty text={translate('playback.marks.none')} />;
  return (
    <List dense disablePadding>
      {marks.map(({ at, kind, label, actor }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two marks of a moment are told apart by their order alone
        <ListItem key={`${at} ${i}`} disablePadding>
          <ListItemButton onClick={() => player.seek(at)} sx={{ gap: 1.25 }}>
            <CanvasIcon paint={markPaints[kind]} />
            <ListItemText
              primary={[text(label), actor && text(actor)].filter(Boolean).join(' · ')}
              secondary={`${localTime(at)} · ${translate(`playback.marks.${kind}`)}`}
            />
          </ListItemButton>
        </ListItem>
      ))}
    </List>
  );
};

type PaintIcon = ComponentProps<typeof CanvasIcon>['paint'];

const paintOf =
  (kind: MarkKind): PaintIcon =>
  (context, colours) => {
    // The icon has room for larger signs.
    context.scale(1.4, 1.4);
    paintMark(context, colours, kind);
  };

const markPaints: { readonly [kind in MarkKind]: PaintIcon } = {
  locked: paintOf('locked'),
  unlocked: paintOf('unlocked'),
  swiped: paintOf('swiped'),
  alarm: paintOf('alarm'),
};

const StopNumber = ({ children }: { readonly children: number }) => {
  const { label, glyph } = useMapColours();
  return (
    <Box
      component="span"
      aria-hidden
      sx={{
        flex: 'none',
        width: 22,
        height: 22,
        borderRadius: '50%',
        display: 'grid',
        placeItems: 'center',
        fontSize: 12,
        fontWeight: 600,
        bgcolor: label,
        color: glyph,
      }}
    >
      {children}
    </Box>
  );
};

const Empty = ({ text }: { readonly text: string }) => (
  <Typography sx={{ p: 2, color: 'text.secondary' }}>{text}</Typography>
);

const Summary = ({ track, sums }: Pick<Props, 'sums'> & { track: Track }) => {
  const translate = useTranslate();
  const locale = useReaderLocale();
  const sumTexts = useSumTexts();
  const fastest = useMemo(() => fastestOf(track), [track]);
  const clock = (at: number | undefined) => localTime(at ?? 0).slice(11, 16);
  const parts = [
    lineSpan(track)?.map(clock).join('–'),
    ...(sums ? [...sumTexts.moves(sums), ...sumTexts.rest(sums)] : []),
    fastest !== null && translate('playback.fastest', { speed: Math.round(fastest) }),
    translate('playback.records', {
      smart_count: track.size,
      count: track.size.toLocaleString(locale),
    }),
  ];
  return (
    <Typography variant="body2" color="textSecondary">
      {parts.filter(Boolean).join(' · ')}
    </Typography>
  );
};
