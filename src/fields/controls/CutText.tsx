import type { ReactNode } from 'react';
import { Hint } from './Hint';

const oneLine = {
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const;

interface Props {
  readonly text: string;
  /** The text drawn otherwise. */
  readonly children?: ReactNode;
  /** There is room for all of it. */
  readonly full?: boolean;
}

/** One line of text; what does not fit is in a tooltip. */
export const CutText = ({ text, children, full = false }: Props) =>
  full ? (
    (children ?? text)
  ) : (
    <Hint title={text} whenCut sx={oneLine}>
      {children ?? text}
    </Hint>
  );
