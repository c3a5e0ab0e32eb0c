import InheritIcon from '@mui/icons-material/SettingsBackupRestore';
import { Box, Table, TableBody, TableCell, TableRow } from '@mui/material';
import { useNotify, useRecordContext, useTranslate } from 'react-admin';
import type { Field } from '../../config';
import { ALARM_VALUES, type AlarmValue, type EffectiveValue } from '../../domain/alarm';
import { EmptyCell, TruncatedText } from '../../fields/views/cells';
import { useEntity } from '../../fields/views/contexts';
import { useText } from '../../fields/views/reader';
import { valueCell } from '../../fields/views/valueCell';
import { errorNotice } from '../data';
import { ToolButton } from '../look/ToolButton';
import { outcomeError, useGrantedActions, useRunAction } from '../operations';

const INHERIT = 'inheritAlarms';

/** Returns a function that names the source of a value: "organisation Harbour Logistics". */
const useSource = () => {
  const translate = useTranslate();
  return ({ level, type, org }: EffectiveValue): string =>
    translate(`alarmSettings.from.${level}`, { type, org });
};

/** List cell with the distinct sources of a lock's effective values, the nearest first. */
export const AlarmSources = () => {
  const settings = useEffectiveSettings();
  const source = useSource();
  const set = Object.values(settings).filter(({ level }) => level < 4);
  const names = new Set([...set].sort((a, b) => a.level - b.level).map(source));
  return names.size > 0 ? <TruncatedText text={[...names].join(' · ')} /> : <EmptyCell />;
};

/** Detail of the effective values with their sources, and buttons to inherit instead. */
export const EffectiveAlarmSettings = () => {
  const settings = useEffectiveSettings();
  const source = useSource();
  const text = useText();
  const fields = useEntity('alarmReceiver')?.fields ?? {};
  const record = useRecordContext();
  if (!record) return null;
  return (
    <Box tabIndex={0} sx={{ overflowX: 'auto' }}>
      <Table size="small" sx={{ '& td, & th': { px: 0.75 } }}>
        <TableBody>
          {ALARM_VALUES.map((name) => {
            const field = fields[name] as Field | undefined;
            const from = settings[name];
            if (!field) return null;
            const label = text(field.label);
            return (
              <TableRow key={name}>
                <TableCell component="th" scope="row" sx={{ color: 'text.secondary' }}>
                  {label}
                </TableCell>
                <TableCell>
                  {valueCell({ field, name, value: from?.value, record, full: true })}
                </TableCell>
                <TableCell sx={{ color: 'text.secondary' }}>{from && source(from)}</TableCell>
                <TableCell padding="none" sx={{ width: 40 }}>
                  {from?.level === 1 && <InheritButton name={name} label={label} />}
                </TableCell>
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
    </Box>
  );
};

const useEffectiveSettings = () =>
  (useRecordContext()?.settled ?? {}) as Readonly<Partial<Record<AlarmValue, EffectiveValue>>>;

/** Removes a lock's own value; renders nothing without a declared device entity. */
const InheritButton = ({ name, label }: { readonly name: AlarmValue; readonly label: string }) => {
  const device = useEntity('device');
  const record = useRecordContext();
  const translate = useTranslate();
  const notify = useNotify();
  const { run, processed } = useRunAction();
  const isGranted = useGrantedActions(device, 'bulk').some(({ code }) => code === INHERIT);
  if (!isGranted || !device || !record) return null;
  const inherit = async () => {
    // A lock's alarm receivers are a record with the lock's id.
    const request = { entity: device, code: INHERIT, records: [record] };
    const error = outcomeError(await run(request, { values: [name] }));
    if (error) notify(...errorNotice(error));
  };
  return (
    <ToolButton
      label={translate('alarmSettings.inherit', { value: label })}
      disabled={processed !== undefined}
      onClick={() => void inherit()}
      icon={InheritIcon}
    />
  );
};
