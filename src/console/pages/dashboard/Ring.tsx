import { useTheme } from '@mui/material';
import { ringArcs } from './ringArcs';

const SIZE = 168;
const WIDTH = 18;
const RADIUS = (SIZE - WIDTH) / 2;
const GAP = 0.8;
const CENTRE = { cx: SIZE / 2, cy: SIZE / 2, r: RADIUS };

interface Part {
  readonly key: string | number;
  readonly value: number;
  readonly color: string;
}

interface Props {
  readonly parts: readonly Part[];
  /** In the middle, over its unit. */
  readonly figure: string;
  readonly unit: string;
}

/** Shares of a whole for the eye; whoever shows it says the same in words beside it. */
export const Ring = ({ parts, figure, unit }: Props) => {
  const { palette } = useTheme();
  const arcs = ringArcs(
    parts.map(({ value }) => value),
    GAP,
  );
  return (
    <svg
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      width={SIZE}
      height={SIZE}
      style={{ flex: 'none' }}
      aria-hidden="true"
    >
      <g fill="none" strokeWidth={WIDTH} transform={`rotate(-90 ${SIZE / 2} ${SIZE / 2})`}>
        <circle {...CENTRE} stroke={palette.action.hover} />
        {parts.map(({ key, color }, i) => (
          <circle
            key={key}
            {...CENTRE}
            stroke={color}
            pathLength={100}
            strokeDasharray={`${arcs[i]?.length ?? 0} 100`}
            strokeDashoffset={-(arcs[i]?.start ?? 0)}
            style={{ transition: 'stroke-dasharray 0.4s, stroke-dashoffset 0.4s' }}
          />
        ))}
      </g>
      <g textAnchor="middle">
        <text
          x="50%"
          y="50%"
          dy="0.15em"
          fontSize={28}
          fontWeight={650}
          fill={palette.text.primary}
        >
          {figure}
        </text>
        <text x="50%" y="50%" dy="2em" fontSize={12} fill={palette.text.secondary}>
          {unit}
        </text>
      </g>
    </svg>
  );
};
