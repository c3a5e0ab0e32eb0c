import { Alert } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { AnyEntity, Command } from '../../config';
import { LeftOut, NamedRecords, type Split } from '../offers';
import { isOffline, type Target } from './targets';

const nameOf = (entity: AnyEntity, target: Target) => {
  const name = target.device_name ?? target[entity.title];
  return typeof name === 'string' && name && name !== target.sn
    ? `${target.sn} · ${name}`
    : target.sn;
};

interface Props {
  readonly entity: AnyEntity;
  readonly command: Command;
  readonly targets: Split<Target>;
}

/** Which locks get a command, which of them only later, and which not at all and why. */
export const CommandTargets = ({ entity, command, targets: { able, blocked } }: Props) => {
  const translate = useTranslate();
  const asleep = able.filter(isOffline).length;
  return (
    <>
      <NamedRecords
        label={translate('commands.targetList')}
        records={able.map((target) => ({ id: target.sn, name: nameOf(entity, target) }))}
      />
      {asleep > 0 && (
        <Alert severity="info" variant="outlined">
          {translate('commands.asleep', { smart_count: asleep })}
        </Alert>
      )}
      <LeftOut
        entity={entity}
        offering={command}
        blocked={blocked}
        nameOf={({ sn }) => sn}
        title={translate('commands.leftOut', { smart_count: blocked.length })}
      />
    </>
  );
};
