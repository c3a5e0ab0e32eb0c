import { dayOf } from '../../domain/figures';
import { dateTone } from '../formulas';
import type { DateTone } from './DateTone';
import { useNow } from './reader';
import { ToneChip } from './states';

/** Date with the tone of its warning. */
export const WarnedDate = ({ field, value, record, children }: Parameters<typeof DateTone>[0]) => {
  const now = useNow();
  const tone = dateTone(field, value, record, { day: dayOf(now), now });
  return tone === 'default' ? children : <ToneChip tone={tone} label={children} />;
};
