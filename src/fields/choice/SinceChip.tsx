import type { Tone } from '../../domain/choices';
import { localTime } from '../../domain/moment';
import { offlineText } from '../../domain/offlineDuration';
import { Hint } from '../controls/Hint';
import { ToneChip } from '../controls/ToneChip';
import { useNow } from '../controls/useNow';
import { useReaderLocale } from '../controls/useText';

interface Props {
  readonly tone: Tone | undefined;
  readonly label: string;
  /** ms since 1970. */
  readonly since: number;
}

/** A state and for how long it has lasted, which goes on while it is looked at; the tooltip says since when. */
export const SinceChip = ({ tone, label, since }: Props) => {
  const locale = useReaderLocale();
  const lasted = offlineText(useNow() - since, locale);
  return (
    <Hint title={localTime(since)}>
      <ToneChip tone={tone} label={lasted === null ? label : `${label} · ${lasted}`} />
    </Hint>
  );
};
