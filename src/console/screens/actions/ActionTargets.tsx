import { type RaRecord, useTranslate } from 'ra-core';
import type { Action, AnyEntity } from '../../../config';
import { useReaderLocale } from '../../../fields/controls/useText';
import { LeftOut, NamedRecords, type Split } from '../../offers';
import { titleOf } from '../parts/fieldsOf';

interface Props {
  readonly entity: AnyEntity;
  readonly action: Action;
  readonly targets: Split<RaRecord>;
}

/** Which records an action is done with, and which not and why. */
export const ActionTargets = ({ entity, action, targets: { able, blocked } }: Props) => {
  const translate = useTranslate();
  const locale = useReaderLocale();
  const nameOf = (record: RaRecord) => titleOf(entity, record, locale);
  return (
    <>
      <NamedRecords
        label={translate('screens.action.targets')}
        records={able.map((record) => ({ id: record.id, name: nameOf(record) }))}
      />
      <LeftOut
        entity={entity}
        offering={action}
        blocked={blocked}
        nameOf={nameOf}
        title={translate('screens.action.leftOut', { smart_count: blocked.length })}
      />
    </>
  );
};
