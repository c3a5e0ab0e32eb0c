import { useState } from 'react';
import { type RaRecord, useTranslate } from 'react-admin';
import type { AnyEntity } from '../../config';
import { settingsIn } from '../../fields';
import { loadable } from '../../fields/views/loadable';
import { useGrants } from '../data';
import { useCanReadSettings } from './dialog/lockSettings';
import { commandRights, type OperationItem } from './offer/availability';
import { BulkOperations, RowOperations } from './offer/buttons';
import { type Target, useActionItems, useCommandItems } from './offer/items';

interface RecordButtonsProps {
  readonly entity: AnyEntity;
  readonly record: RaRecord;
  /** Record as a command target; undefined if it is not a lock. */
  readonly target: Target | undefined;
}

/**
 * Commands and actions of one record. The first are buttons, the others are in a menu; actions that are possible now
 * come before the rest.
 */
export const RecordButtons = ({ entity, record, target }: RecordButtonsProps) => {
  const commands = useCommandItems(entity, target ? [target] : [], 'row');
  const actions = useActionItems(entity, [record], 'row').sort(
    (a, b) => Number(a.reason !== null) - Number(b.reason !== null),
  );
  const items = target ? [...commands, ...actions] : actions;
  return <RowOperations items={items} explained={target !== undefined} />;
};

interface BulkButtonsProps {
  readonly entity: AnyEntity;
  readonly records: readonly RaRecord[];
  /** Locks among the records, as command targets. */
  readonly targets: readonly Target[];
}

/** Commands and actions for the chosen records. Each shows how many of them it applies to, unless it applies to all. */
export const BulkButtons = ({ entity, records, targets }: BulkButtonsProps) => {
  const commands = useCommandItems(entity, targets, 'bulk');
  const actions = useActionItems(entity, records, 'bulk');
  const [copying, setCopying] = useState(false);
  const copy = useCopyItem(entity, () => setCopying(true));
  return (
    <>
      <BulkOperations
        onPhone={commands.length > 0 ? 2 : 3}
        items={[...commands, ...actions, ...(copy && commands.length > 0 ? [copy] : [])]}
      />
      {copying && (
        <CopySettingsDialog
          entity={entity}
          targets={targets.map(({ sn }) => sn)}
          onClose={() => setCopying(false)}
        />
      )}
    </>
  );
};

/** Dialog that copies settings of one lock to others. */
export const CopySettingsDialog = loadable(
  () => import('./dialog/CopySettingsDialog'),
  'CopySettingsDialog',
);

/** Returns the menu item that opens that dialog; undefined without settings or grants. */
const useCopyItem = (entity: AnyEntity, open: () => void): OperationItem | undefined => {
  const translate = useTranslate();
  const granted = useGrants();
  const knows = useCanReadSettings();
  const settings = settingsIn(entity.commands).filter(({ code }) =>
    granted(...commandRights(entity, code)),
  );
  if (!knows || settings.length === 0) return undefined;
  return {
    code: 'copySettings',
    icon: 'tune',
    danger: false,
    label: translate('operations.copy.title'),
    group: undefined,
    reason: null,
    open,
  };
};
