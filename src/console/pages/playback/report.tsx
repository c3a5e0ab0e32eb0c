import LinkIcon from '@mui/icons-material/Link';
import PrintIcon from '@mui/icons-material/Print';
import { Box, Button } from '@mui/material';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import type { Field } from '../../../config';
import { localTime } from '../../../domain/figures';
import { formatLatLon, type LatLon } from '../../../domain/geo/geometry';
import { type Choices, choiceLabel } from '../../../domain/label';
import { lockStatus, positionType, reportType } from '../../../domain/lock';
import { csvOf, gpxOf, type Waypoint } from '../../../domain/track/files';
import type { TrackSums } from '../../../domain/track/motion';
import { ownZone, zoneText } from '../../../domain/zone';
import { useReaderLocale, useText } from '../../../fields/views/reader';
import { useEntityByName } from '../../app';
import { saveFile, useAccess } from '../../data';
import { Paper } from '../../look/Paper';
import { type ColourBy, simplify } from '../../maps/playback';
import { useCopy } from '../values';
import type { PlaybackQuery } from './address';
import { trackDurationText, useSumTexts } from './measures';
import { type PlayedTrack, usePlaceNames } from './playbackData';
import type { Playback } from './usePlayback';

/** Columns of an exported file, by their declared field names. */
const COLUMNS = [
  'sn',
  'create_time',
  'lat',
  'lon',
  'position_status',
  'speed',
  'course',
  'lock_status',
  'report_reson',
  'electric',
  'voltage',
  'temperature',
] as const;

const fileName = (tracks: readonly PlayedTrack[], ending: string): string => {
  const first = tracks[0]?.track;
  const start = localTime(first?.at[0] ?? 0).replace(/\D/g, '');
  const more = tracks.length > 1 ? `+${tracks.length - 1}` : '';
  return `${first?.sn}${more}-${start}.${ending}`;
};

type ExportProps = Pick<ReportProps, 'tracks'> & Pick<Playback, 'addressNow'>;

/** Export of the tracks: files, print, or a link. */
export const ExportButtons = ({ tracks, addressNow }: ExportProps) => {
  const translate = useTranslate();
  const copy = useCopy('playback.shared');
  const text = useText();
  const entity = useEntityByName('deviceLocationRecord');
  const plainTracks = tracks.map(({ track }) => track);
  const labelFrom = (table: Choices) => (value: number) => {
    const label = choiceLabel(table, value);
    return label ? text(label) : String(value);
  };
  const save = (content: string, type: string, ending: string) =>
    saveFile({ blob: new Blob([content], { type }), name: fileName(tracks, ending) });
  const gpx = () => {
    const waypoints = tracks.flatMap(({ stops, marks }): Waypoint[] => [
      ...stops.map(({ from, lat, lon }, i) => ({
        at: from,
        lat,
        lon,
        name: translate('playback.stops.name', { number: i + 1 }),
      })),
      ...marks.map(({ at, lat, lon, label }) => ({ at, lat, lon, name: text(label) })),
    ]);
    save(gpxOf(plainTracks, waypoints), 'application/gpx+xml', 'gpx');
  };
  const csv = () => {
    const labelOf = (name: string) => {
      const field: Field | undefined = entity?.fields[name];
      const label = field ? text(field.label) : name;
      return field?.kind === 'datetime' ? `${label} (${ownZone()})` : label;
    };
    const content = csvOf(plainTracks, {
      head: COLUMNS.map(labelOf),
      time: localTime,
      lockStatus: labelFrom(lockStatus),
      positionType: labelFrom(positionType),
      reportType: labelFrom(reportType),
    });
    save(content, 'text/csv;charset=utf-8', 'csv');
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      <Button size="small" variant="outlined" onClick={gpx}>
        {translate('playback.gpx')}
      </Button>
      <Button size="small" variant="outlined" onClick={csv}>
        {translate('playback.csv')}
      </Button>
      <Button
        size="small"
        variant="outlined"
        startIcon={<PrintIcon />}
        onClick={() => window.print()}
      >
        {translate('report.print')}
      </Button>
      <Button
        size="small"
        startIcon={<LinkIcon />}
        onClick={() => copy(new URL(addressNow(), location.href).href)}
      >
        {translate('playback.share')}
      </Button>
    </Box>
  );
};

interface ReportProps {
  readonly request: PlaybackQuery;
  readonly tracks: readonly PlayedTrack[];
  /** By serial number. */
  readonly sums: ReadonlyMap<string, TrackSums>;
  readonly colourBy: ColourBy;
}

/** Printed report; replaces the page while the browser prints. */
export const PrintedReport = ({ request, tracks, sums, colourBy }: ReportProps) => {
  const translate = useTranslate();
  const { oper } = useAccess();
  return (
    <>
      {tracks.map((playedTrack) => (
        <WordsAhead key={playedTrack.track.sn} {...playedTrack} />
      ))}
      <Paper>
        <h1>{translate('playback.report.title')}</h1>
        <p>
          {localTime(request.from)} – {localTime(request.to)},{' '}
          {zoneText(ownZone(), request.from, request.to)}
          <br />
          {translate('playback.report.by', { name: oper.operName, time: localTime(Date.now()) })}
        </p>
        {tracks.map((each) => (
          <ReportedTrack
            key={each.track.sn}
            {...each}
            sums={sums.get(each.track.sn)}
            colourBy={colourBy}
          />
        ))}
      </Paper>
    </>
  );
};

/** Preloads the names of stops and marks, because printing does not wait for requests. */
const WordsAhead = ({ stops, marks }: Pick<PlayedTrack, 'stops' | 'marks'>) => {
  usePlaceNames(stops);
  usePlaceNames(marks);
  return null;
};

/** Formats a place as its name and coordinates, or as coordinates alone if it has no name. */
const placeText = (place: LatLon, words: string | undefined): string =>
  [words, formatLatLon(place)].filter(Boolean).join(' · ');

interface ReportedTrackProps extends PlayedTrack {
  readonly colourBy: ColourBy;
  readonly sums: TrackSums | undefined;
}

const ReportedTrack = ({ track, stops, marks, sums, colourBy }: ReportedTrackProps) => {
  const translate = useTranslate();
  const text = useText();
  const locale = useReaderLocale();
  const sumTexts = useSumTexts();
  const words = usePlaceNames(stops);
  const markWords = usePlaceNames(marks);
  return (
    <>
      <h2>{track.sn}</h2>
      <Sketch track={track} stops={stops} colourBy={colourBy} />
      <p>
        {[
          ...(sums ? [...sumTexts.moves(sums), ...sumTexts.rest(sums)] : []),
          translate('playback.records', {
            smart_count: track.size,
            count: track.size.toLocaleString(locale),
          }),
        ].join(' · ')}
      </p>
      <h3>{translate('playback.stops.title')}</h3>
      <Rows
        head={[
          '#',
          translate('device.place.words'),
          translate('playback.report.arrived'),
          translate('playback.report.left'),
          translate('playback.report.stayed'),
        ]}
        rows={stops.map((stop, i) => [
          String(i + 1),
          placeText(stop, words?.[i]),
          localTime(stop.from),
          localTime(stop.to),
          trackDurationText(stop.to - stop.from, locale),
        ])}
        none={translate('playback.stops.none')}
      />
      <h3>{translate('playback.marks.title')}</h3>
      <Rows
        head={[
          translate('charts.time'),
          translate('playback.report.what'),
          translate('playback.report.who'),
          translate('device.place.words'),
        ]}
        rows={marks.map((mark, i) => [
          localTime(mark.at),
          text(mark.label),
          mark.actor ? text(mark.actor) : '',
          placeText(mark, markWords?.[i]),
        ])}
        none={translate('playback.marks.none')}
      />
    </>
  );
};

type Cells = readonly string[];

const Rows = ({ head, rows, none }: { head: Cells; rows: readonly Cells[]; none: string }) =>
  rows.length === 0 ? (
    <p>{none}</p>
  ) : (
    <table>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name}>{name}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells) => (
          <tr key={cells.join('\n')}>
            {cells.map((cell, i) => (
              <td key={head[i]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );

const SKETCH = { width: 700, height: 360 } as const;

/** Track as a drawing: map tiles may not be printed, and are pale on paper. */
const Sketch = ({ track, stops, colourBy }: Omit<ReportedTrackProps, 'marks' | 'sums'>) => {
  const { paths, pixelOf } = useMemo(() => simplify(track, colourBy, SKETCH), [track, colourBy]);
  return (
    <svg
      style={{ border: '1px solid #bbb' }}
      viewBox={`0 0 ${SKETCH.width} ${SKETCH.height}`}
      width={SKETCH.width}
      role="img"
      aria-label={track.sn}
    >
      {paths.map(({ d, colour, dash }) => (
        <path
          key={colour + dash}
          d={d}
          stroke={colour}
          strokeDasharray={dash}
          strokeWidth="2.5"
          fill="none"
        />
      ))}
      {stops.map((stop, i) => {
        const [x, y] = pixelOf(stop);
        return (
          <g key={stop.from}>
            <circle cx={x} cy={y} r="8" fill="#333" />
            <text x={x} y={y + 3.5} fontSize="10" textAnchor="middle" fill="#fff">
              {i + 1}
            </text>
          </g>
        );
      })}
    </svg>
  );
};
