import { Box } from '@mui/material';
import type { DrawnShape } from '../../domain/geo/shape';
import { sketchPoints } from './sketchPoints';

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
