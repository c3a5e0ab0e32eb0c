import type { ReactNode } from 'react';
import { warningOf } from '../../config';
import { dayOf } from '../../domain/figures';
import { dateTone } from '../formulas';
import { useNow } from './reader';
import type { CellProps } from './registry';
import { ToneChip } from './states';

type Props = Pick<CellProps, 'field' | 'value' | 'record'> & { readonly children: ReactNode };

/** Date with the tone of its warning, if it has one. */
export const DateTone = (props: Props) =>
  warningOf(props.field) ? <WarnedDate {...props} /> : props.children;

const WarnedDate = ({ field, value, record, children }: Props) => {
  const now = useNow();
  const tone = dateTone(field, value, record, { day: dayOf(now), now });
  return tone === 'default' ? children : <ToneChip tone={tone} label={children} />;
};
