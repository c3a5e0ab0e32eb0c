import type { MarkKind } from '../../../maps/playback';
import type { UnplacedMark } from '../playbackData';
import type { Scale } from './scale';

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

export const groupAt = (
  groups: readonly MarkGroup[],
  { px }: Scale,
  at: number,
): MarkGroup | undefined => groups.find(({ mark }) => Math.abs(px(mark.at) - px(at)) <= SNAP);
