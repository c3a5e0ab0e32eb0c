import { Box } from '@mui/material';
import { useMapColours } from '../../../maps';
import { type MarkKind, markColour } from '../../../maps/playback';
import type { UnplacedMark } from '../playbackData';
import { type Scale, STRIP } from './scale';

/** Nearer signs are drawn as one, px. */
const APART = 13;
/** A press as near as this to a sign means the sign, px. */
const SNAP = 8;

/** Order of severity, the gravest first. */
const KINDS: readonly MarkKind[] = ['alarm', 'unlocked', 'swiped', 'locked'];

/** Sign of several marks at about the same time; it shows the gravest of them. */
export interface MarkGroup {
  readonly mark: UnplacedMark;
  readonly count: number;
}

/** @param marks sorted by time */
export const groupMarks = (marks: readonly UnplacedMark[], { px }: Scale): MarkGroup[] => {
  const groups: MarkGroup[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const mark of marks) {
    const last = groups.at(-1);
    if (!last || px(mark.at) - end >= APART) {
      end = px(mark.at);
      groups.push({ mark, count: 1 });
      continue;
    }
    const isGraver = KINDS.indexOf(mark.kind) < KINDS.indexOf(last.mark.kind);
    groups[groups.length - 1] = { mark: isGraver ? mark : last.mark, count: last.count + 1 };
  }
  return groups;
};

/** Returns the sign at a time. */
export const groupAt = (
  groups: readonly MarkGroup[],
  { px }: Scale,
  at: number,
): MarkGroup | undefined => groups.find(({ mark }) => Math.abs(px(mark.at) - px(at)) <= SNAP);

interface Props {
  readonly groups: readonly MarkGroup[];
  readonly scale: Scale;
}

/** Signs of the events below the lanes. */
export const MarkSigns = ({ groups, scale }: Props) => (
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
  const shapes: Readonly<Record<MarkKind, React.ReactNode>> = {
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
