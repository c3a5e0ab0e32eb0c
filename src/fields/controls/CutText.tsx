import type { ReactNode } from 'react';
import { Hint } from './Hint';

const oneLine = {
  display: 'block',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const;

/** One line of text; what does not fit is in a tooltip. */
export const CutText = ({ text, children }: { text: string; children?: ReactNode }) => (
  <Hint title={text} whenCut sx={oneLine}>
    {children ?? text}
  </Hint>
);
