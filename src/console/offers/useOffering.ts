import { useTranslate } from 'ra-core';
import type { AnyEntity } from '../../config';
import { useText } from '../../fields/controls/useText';
import type { Offer } from './Offer';
import type { Offered } from './offered';
import { splitRecords } from './splitRecords';
import { useUnmetText } from './useUnmetText';

type Row = Readonly<Record<string, unknown>>;

/** A function that puts an offering and the chosen records into an offer: with how many it can be done, or why not. */
export const useOffering = (entity: AnyEntity) => {
  const translate = useTranslate();
  const text = useText();
  const unmetText = useUnmetText(entity);
  return ({ code, offering }: Offered, records: readonly Row[], open: () => void): Offer => {
    const { able, blocked } = splitRecords(offering, records);
    const first = blocked[0];
    const reason = () => {
      if (able.length > 0 || !first) return null;
      const why = unmetText(offering, first);
      return records.length === 1 ? why : translate('offers.noneAble', { reason: why });
    };
    const label = text(offering.label);
    const counts = translate('offers.able', { able: able.length, all: records.length });
    return {
      code,
      icon: offering.icon,
      danger: offering.danger,
      label: able.length > 0 && first ? `${label} (${counts})` : label,
      reason: reason(),
      open,
    };
  };
};
