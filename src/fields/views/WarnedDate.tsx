import type { ReactNode } from 'react';
import { dayOf } from '../../domain/figures';
import { dateTone } from '../formulas';
import { useNow } from './reader';
import type { CellProps } from './registry';
import { ToneChip } from './states';

export type WarnedProps = Pick<CellProps, 'field' | 'value' | 'record'> & {
  readonly children: ReactNode;
};

/** Date with the tone of its warning. */
export const WarnedDate = ({ field, value, record, children }: WarnedProps) => {
  const now = useNow();
  const tone = dateTone(field, value, record, { day: dayOf(now), now });
  return tone === 'default' ? children : <ToneChip tone={tone} label={children} />;
};
