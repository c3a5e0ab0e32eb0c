import visuallyHidden from '@mui/utils/visuallyHidden';
import { shortNumber } from '../../../domain/shortNumber';
import { Hint } from '../../../fields/controls/Hint';
import { useReaderLocale } from '../../../fields/controls/useText';

/** Up to here a number is written in full: it takes no more room than a shortened one. */
const IN_FULL = 9_999;

/** A number that fits its place; what was shortened is whole in the tooltip and for screen readers. */
export const Count = ({ value }: { readonly value: number }) => {
  const locale = useReaderLocale();
  const whole = value.toLocaleString(locale);
  if (value <= IN_FULL) return whole;
  return (
    <Hint title={whole}>
      <span aria-hidden="true">{shortNumber(value)}</span>
      <span style={visuallyHidden}>{whole}</span>
    </Hint>
  );
};
