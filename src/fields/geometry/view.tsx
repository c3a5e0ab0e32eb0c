import { Box, Stack } from '@mui/material';
import { type DrawnShape, type Position, shapeOf, vertices } from '../../domain/geo/geometry';
import { monospace, Nothing } from '../cells';
import { ParsedBox } from '../inputs';
import { useReaderLocale } from '../reader';
import type { CellProps, FieldView, InputProps } from '../views';
import { schema } from './schema';

const PLACEHOLDER = '{ "type": "Polygon", "coordinates": [[[121.4, 31.2], …]] }';

const Cell = ({ value, field, full }: CellProps<'geometry'>) => {
  const locale = useReaderLocale();
  const shape = shapeOf(value);
  if (!shape) return <Nothing />;
  return (
    <Stack component="span" direction="row" spacing={1} sx={{ alignItems: 'center' }}>
      <ShapeSketch shape={shape} size={full ? 96 : 20} />
      <span>{schema.text?.(value, field, locale)}</span>
    </Stack>
  );
};

const Input = (props: InputProps<'geometry'>) => {
  const shape = shapeOf(props.value);
  return (
    <Stack direction="row" spacing={2} sx={{ alignItems: 'flex-start' }}>
      <ParsedBox
        {...props}
        write={(value) => JSON.stringify(value)}
        read={(text) => shapeOf(text) ?? text}
        placeholder={PLACEHOLDER}
        multiline
        html={{ style: { fontFamily: monospace } }}
      />
      {shape && <ShapeSketch shape={shape} size={96} />}
    </Stack>
  );
};

export const view: FieldView<'geometry'> = { wide: true, sortable: false, Cell, Input };

/** The outline of a shape, without a map. */
export const ShapeSketch = ({ shape, size }: { shape: DrawnShape; size: number }) => {
  const points = sketchPoints(shape, size);
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

/** A degree of longitude is shorter the farther it is from the equator. */
const shrink = (places: readonly Position[]) => {
  const lats = places.map(([, lat = 0]) => lat);
  return Math.cos((((Math.min(...lats) + Math.max(...lats)) / 2) * Math.PI) / 180);
};

const margin = 0.12;

/**
 * The points of a shape in a square of `size`, y downward, as large as it fits with a margin around and as wide for
 * its height as it is on the ground.
 */
export const sketchPoints = (shape: DrawnShape, size: number): [number, number][] => {
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
