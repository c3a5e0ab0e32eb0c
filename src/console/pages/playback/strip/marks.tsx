import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useMapColours } from '../../../maps';
import { type MarkKind, markColour } from '../../../maps/playback';
import type { MarkGroup } from './groups';
import { type Scale, STRIP } from './scale';

export const MarkSigns = ({ groups, scale }: { groups: readonly MarkGroup[]; scale: Scale }) => (
  <Box
    component="svg"
    aria-hidden
    width="1"
    height={STRIP.marks.size}
    sx={{
      position: 'absolute',
      left: 0,
      top: STRIP.marks.top,
      overflow: 'visible',
      pointerEvents: 'none',
    }}
  >
    {groups.map(({ mark, count }) => (
      <g
        key={`${mark.kind} ${mark.at}`}
        transform={`translate(${scale.px(mark.at).toFixed(1)} ${STRIP.marks.size / 2})`}
      >
        <SignShape kind={mark.kind} count={count} />
      </g>
    ))}
  </Box>
);

const SignShape = ({ kind, count }: { readonly kind: MarkKind; readonly count: number }) => {
  const colours = useMapColours();
  const colour = markColour(colours, kind);
  const shapes: Readonly<Record<MarkKind, ReactNode>> = {
    alarm: (
      <rect x="-5" y="-5" width="10" height="10" rx="1.5" transform="rotate(45)" fill={colour} />
    ),
    swiped: <rect x="-6.5" y="-5" width="13" height="10" rx="2" fill={colour} />,
    unlocked: <circle r="6" fill={colour} />,
    locked: <circle r="5" fill={colours.paper} stroke={colour} strokeWidth="2" />,
  };
  return (
    <>
      {shapes[kind]}
      {count > 1 && (
        <text
          textAnchor="middle"
          y="3.5"
          fontSize="9.5"
          fontWeight="700"
          fill={kind === 'locked' ? colour : colours.glyph}
        >
          {count > 9 ? '9+' : count}
        </text>
      )}
    </>
  );
};
