import { useTranslate } from 'ra-core';
import type { LiveDevice } from '../../../domain/live';
import { offlineDuration } from '../../../domain/offlineDuration';
import { ToneChip } from '../../../fields/controls/ToneChip';
import { useNow } from '../../../fields/controls/useNow';

/** Whether a device is reachable, and for how long it has not been. */
export const ConnectionChip = ({ device }: { readonly device: LiveDevice }) => {
  const translate = useTranslate();
  const now = useNow();
  if (device.communicate_status === 1) {
    return <ToneChip tone="success" label={translate('pages.map.card.online')} />;
  }
  const silence = offlineDuration(now - (device.report_time ?? Number.NaN));
  const label = silence
    ? translate(`pages.map.card.offlineFor.${silence.unit}`, { smart_count: silence.count })
    : translate('pages.map.card.offline');
  return <ToneChip label={label} />;
};
