import { localTime } from '../../domain/moment';
import { relativeTime } from '../../domain/relativeTime';
import { Hint } from '../controls/Hint';
import { useNow } from '../controls/useNow';
import { useReaderLocale } from '../controls/useText';

const figures = { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' } as const;

/** A moment in local time, or how long ago it was; the tooltip says the other. */
export const TimeCell = ({ at, relative = false }: { at: number; relative?: boolean }) => {
  const locale = useReaderLocale();
  const now = useNow();
  const full = localTime(at);
  const ago = relativeTime(at, now, locale);
  return (
    <Hint title={relative ? full : ago} sx={figures}>
      {relative ? ago : full}
    </Hint>
  );
};
