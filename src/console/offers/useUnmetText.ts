import { useTranslate } from 'ra-core';
import { useCallback } from 'react';
import type { AnyEntity } from '../../config';
import { useReaderLocale } from '../../fields/controls/useText';
import type { Blocked, Conditional } from './splitRecords';
import { unmetReason } from './unmetReason';

/** A function that says in one sentence why something cannot be done with a record. */
export const useUnmetText = (
  entity: AnyEntity,
): ((offering: Conditional, blocked: Blocked) => string) => {
  const translate = useTranslate();
  const locale = useReaderLocale();
  return useCallback(
    (offering, { record, fields }) =>
      fields
        .map((name) =>
          translate('offers.unmet', {
            ...unmetReason(entity, offering, name, record[name], locale),
          }),
        )
        .join(' '),
    [translate, locale, entity],
  );
};
