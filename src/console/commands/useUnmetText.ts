import { useTranslate } from 'ra-core';
import { useCallback } from 'react';
import type { AnyEntity } from '../../config';
import { useReaderLocale } from '../../fields/controls/useText';
import type { Blocked, Conditional } from './targets';
import { unmetReason } from './unmetReason';

type Row = Readonly<Record<string, unknown>>;

/** A function that says in one sentence why a target cannot take a command. */
export const useUnmetText = (
  entity: AnyEntity,
): ((command: Conditional, blocked: Blocked<Row>) => string) => {
  const translate = useTranslate();
  const locale = useReaderLocale();
  return useCallback(
    (command, { target, fields }) =>
      fields
        .map((name) =>
          translate('commands.unmet', {
            ...unmetReason(entity, command, name, target[name], locale),
          }),
        )
        .join(' '),
    [translate, locale, entity],
  );
};
