import { Box, Button, Stack } from '@mui/material';
import { useContext, useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  convertShape,
  type FenceType,
  positionsOf,
  SHAPE_OF,
  shapeOfPlaces,
} from '../../domain/fence';
import {
  type DrawnShape,
  formatLatLon,
  type Position,
  parseLatLon,
  shapeOf,
  vertices,
} from '../../domain/geo/geometry';
import type { Label } from '../../domain/label';
import { EmptyCell, monospace } from '../views/cells';
import { DrawingPageContext, useDrawingBoard } from '../views/contexts';
import { ParsedInput, TextInput } from '../views/inputs';
import { useReaderLocale, useText } from '../views/reader';
import type { CellProps, FieldView, InputProps } from '../views/registry';
import { schema } from './geometry.schema';
import { radiusOf } from './lngLat.view';

const PLACEHOLDER = '{ "type": "Polygon", "coordinates": [[[121.4, 31.2], …]] }';

const Cell = ({ value, field, full }: CellProps<'geometry'>) => {
  const locale = useReaderLocale();
  const shape = shapeOf(value);
  if (!shape) return <EmptyCell />;
  return (
    <Stack component="span" direction="row" spacing={1} sx={{ alignItems: 'center' }}>
      <ShapeSketch shape={shape} size={full ? 96 : 20} />
      <span>{schema.text?.(value, field, locale)}</span>
    </Stack>
  );
};

/** Formats the points of a shape, latitude first, one per line. */
const pointsText = (value: unknown): string => {
  const shape = shapeOf(value);
  return shape ? positionsOf(vertices(shape)).map(formatLatLon).join('\n') : '';
};

/** Parses one point per line, or GeoJSON; returns the text itself if it is neither. */
export const parseShape = (text: string, kind: FenceType): unknown => {
  if (text.trim() === '') return null;
  const pasted = shapeOf(text);
  if (pasted) return convertShape(pasted, kind) ?? pasted;
  const lines = text.split(/\n/).filter((line) => line.trim() !== '');
  const points = lines.map(parseLatLon).filter((place) => place !== undefined);
  return (points.length === lines.length && shapeOfPlaces(points, kind)) || text;
};

const isFenceType = (value: unknown): value is FenceType =>
  typeof value === 'string' && value in SHAPE_OF;

/** Undefined while a colour is typed and incomplete. */
const colourOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value : undefined;

/** Shape of a fence: drawn on the map beside the form, or typed as points. */
const FenceInput = (props: InputProps<'geometry'>) => {
  const { field, value, values, onChange, onOther } = props;
  const text = useText();
  const kindValue = values?.[field.kindIn ?? ''];
  const kind = isFenceType(kindValue) ? kindValue : 'circle';
  const shape = shapeOf(value);
  const [input, setInput] = useState<string | null>(null);
  const board = useDrawingBoard({
    kind,
    shape,
    radius: radiusOf(field.radius ?? '', values) ?? undefined,
    color: colourOf(values?.[field.color ?? '']),
    change: (next) => {
      setInput(null);
      onChange(next?.shape ?? null);
      if (!next || next.kind === 'place') return;
      if (field.kindIn && next.kind !== kindValue) onOther?.(field.kindIn, next.kind);
      if (field.radius && next.radius !== undefined) onOther?.(field.radius, next.radius);
    },
  });
  // After a change of type, keep the points.
  const change = useEffectEvent((next: unknown) => onChange(next));
  const fits = !shape || !isFenceType(kindValue) || shape.type === SHAPE_OF[kindValue];
  useEffect(() => {
    if (!fits) change(convertShape(shape, kind));
  }, [fits, shape, kind]);
  const help: Label = board
    ? [
        'Draw on the map, or enter points as latitude, longitude, one per line',
        '在地图上绘制，或逐行输入坐标：纬度, 经度',
      ]
    : ['Enter points as latitude, longitude, one per line', '逐行输入坐标：纬度, 经度'];
  const tool = isFenceType(kindValue) ? kindValue : 'polygon';
  return (
    <>
      <Stack direction="row" spacing={2} sx={{ alignItems: 'flex-start' }}>
        <TextInput
          {...props}
          field={{ ...field, help }}
          value={input ?? (typeof value === 'string' ? value : pointsText(value))}
          onChange={(next) => {
            const line = typeof next === 'string' ? next : '';
            setInput(line);
            onChange(parseShape(line, kind));
          }}
          onBlur={() => {
            if (shape) setInput(null);
            props.onBlur?.();
          }}
          multiline
          placeholder="22.577000, 114.270000"
          html={{ style: { fontFamily: monospace }, 'aria-label': text(field.label) }}
        />
        {shape && !board && <ShapeSketch shape={shape} size={96} />}
      </Stack>
      <DrawButton id={props.record?.id} onStart={board ? () => board.start(tool) : undefined} />
    </>
  );
};

/**
 * Button that draws the shape: on the map beside the form, else on the page with such a map.
 * @param id fence that is edited; undefined for a new one
 */
const DrawButton = ({ id, onStart }: { id: unknown; onStart: (() => void) | undefined }) => {
  const text = useText();
  const page = useContext(DrawingPageContext);
  const look = { size: 'small', variant: 'outlined', sx: { justifySelf: 'start' } } as const;
  const label = text(['Draw on map', '在地图上绘制']);
  if (onStart) {
    return (
      <Button {...look} onClick={onStart}>
        {label}
      </Button>
    );
  }
  if (page === undefined) return null;
  const query = id === undefined ? 'create=1' : `edit=${id}`;
  return (
    <Button {...look} component={Link} to={`${page}?${query}`}>
      {label}
    </Button>
  );
};

const Input = (props: InputProps<'geometry'>) => {
  if (props.field.kindIn !== undefined) return <FenceInput {...props} />;
  const shape = shapeOf(props.value);
  return (
    <Stack direction="row" spacing={2} sx={{ alignItems: 'flex-start' }}>
      <ParsedInput
        {...props}
        write={(value) => JSON.stringify(value)}
        parse={(text) => shapeOf(text) ?? text}
        placeholder={PLACEHOLDER}
        multiline
        html={{ style: { fontFamily: monospace } }}
      />
      {shape && <ShapeSketch shape={shape} size={96} />}
    </Stack>
  );
};

export const view: FieldView<'geometry'> = { wide: true, sortable: false, Cell, Input };

const ShapeSketch = ({ shape, size }: { shape: DrawnShape; size: number }) => {
  const points = thumbnailPoints(shape, size);
  const line = points.map((point) => point.map((at) => at.toFixed(1)).join(',')).join(' ');
  const Outline = shape.type === 'Polygon' ? 'polygon' : 'polyline';
  return (
    <Box
      component="svg"
      aria-hidden="true"
      width={size}
      height={size}
      sx={{ flex: 'none', color: 'primary.main', borderRadius: 0.5, bgcolor: 'action.hover' }}
    >
      <Outline
        points={line}
        fill={shape.type === 'Polygon' ? 'currentColor' : 'none'}
        fillOpacity={0.18}
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
      {points.map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={size / 32 + 1} fill="currentColor" />
      ))}
    </Box>
  );
};

/** Factor by which a degree of longitude is shorter than one of latitude. */
const shrink = (places: readonly Position[]) => {
  const lats = places.map(([, lat = 0]) => lat);
  return Math.cos((((Math.min(...lats) + Math.max(...lats)) / 2) * Math.PI) / 180);
};

const margin = 0.12;

/**
 * Scales the points of a shape into a square of `size`, y downward, with a margin. Keeps the aspect ratio that it has
 * on the ground.
 */
export const thumbnailPoints = (shape: DrawnShape, size: number): [number, number][] => {
  const places = vertices(shape);
  const squeeze = shrink(places);
  const xs = places.map(([lon = 0]) => lon * squeeze);
  const ys = places.map(([, lat = 0]) => -lat);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const scale = (size * (1 - 2 * margin)) / (Math.max(width, height) || 1);
  const at = (value: number, start: number, length: number) =>
    size / 2 + (value - start - length / 2) * scale;
  return xs.map((x, i) => [at(x, left, width), at(ys[i] ?? 0, top, height)]);
};
