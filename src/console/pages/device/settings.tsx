import EditIcon from '@mui/icons-material/EditOutlined';
import CopyIcon from '@mui/icons-material/SyncAlt';
import { Alert, Box, Button, Typography } from '@mui/material';
import { useMemo, useState } from 'react';
import { type RaRecord, useTranslate } from 'react-admin';
import type { AnyEntity } from '../../../config';
import { type LockSetting, settingOf, settingsIn, settingText } from '../../../fields';
import { TimeCell } from '../../../fields/views/cells';
import { useReaderLocale, useText } from '../../../fields/views/reader';
import { ToneChip } from '../../../fields/views/states';
import { useEntityByName } from '../../app';
import { RetryAlert } from '../../look/alerts';
import { FactsSkeleton } from '../../look/FactsSkeleton';
import { ToolButton } from '../../look/ToolButton';
import {
  CopySettingsDialog,
  type LockSettingState,
  ReadSettings,
  supportsCommand,
  useCommand,
  useGrantedCommands,
  useLockSettings,
} from '../../operations';

/** Settings of a lock: the values it reported, when, and those sent last. */
export const Tab = ({ record }: { readonly record: RaRecord }) => {
  const entity = useEntityByName('device');
  const sn = String(record.sn);
  const translate = useTranslate();
  const sns = useMemo(() => [sn], [sn]);
  const { settings, refetch, isPending, error } = useLockSettings(sns);
  const [copying, setCopying] = useState(false);
  if (!entity) return null;
  if (error && !settings) return <RetryAlert error={error} onRetry={() => refetch()} />;
  if (isPending || !settings) return <FactsSkeleton />;
  const rowByCode = new Map(settings.map((row) => [row.code, row]));
  const differing = settings.filter(({ differs }) => differs).length;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <ReadSettings entity={entity} target={{ ...record, sn }} variant="outlined" />
        {settings.some((row) => row.known) && (
          <Button startIcon={<CopyIcon />} onClick={() => setCopying(true)}>
            {translate('device.settings.copy')}
          </Button>
        )}
      </Box>
      {settings.length === 0 && (
        <Typography color="textSecondary">{translate('device.settings.empty')}</Typography>
      )}
      {differing > 0 && (
        <Alert severity="warning" variant="outlined">
          {translate('device.settings.differ', { smart_count: differing })}
        </Alert>
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {settingsIn(entity.commands)
          .filter(({ code }) => supportsCommand(record, code))
          .map((setting) => (
            <SettingLine
              key={setting.code}
              entity={entity}
              record={record}
              sn={sn}
              setting={setting}
              row={rowByCode.get(setting.code)}
            />
          ))}
      </Box>
      {copying && (
        <CopySettingsDialog entity={entity} source={sn} onClose={() => setCopying(false)} />
      )}
    </Box>
  );
};

interface SettingLineProps {
  readonly entity: AnyEntity;
  readonly record: RaRecord;
  readonly sn: string;
  readonly setting: LockSetting;
  /** Known values of the setting; undefined for none. */
  readonly row: LockSettingState | undefined;
}

const line = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 2,
  rowGap: 0.5,
  alignItems: 'flex-start',
  py: 0.5,
  borderTop: 1,
  borderColor: 'divider',
} as const;

/** Setting with its reported value, the value sent last, and the commands that change it. */
const SettingLine = ({ entity, record, sn, setting, row }: SettingLineProps) => {
  const translate = useTranslate();
  const text = useText();
  const locale = useReaderLocale();
  const openCommand = useCommand();
  const changing = useGrantedCommands(entity, 'row').filter(
    ({ code }) =>
      settingOf(entity.commands, code)?.code === setting.code && supportsCommand(record, code),
  );
  return (
    <Box component="li" aria-label={text(setting.label)} sx={line}>
      <Typography
        variant="body2"
        color="textSecondary"
        sx={{ width: { xs: '100%', sm: 170 }, pt: 0.75 }}
      >
        {text(setting.label)}
      </Typography>
      <Box sx={{ flex: 1, minWidth: 160, py: 0.75 }}>
        <Typography component="div" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
          {row?.known ? (
            settingText(setting.fields, row.known, locale)
          ) : (
            <Box component="span" sx={{ color: 'text.disabled' }}>
              {translate('device.settings.unknown')}
            </Box>
          )}
          {row?.differs && (
            <Box component="span" sx={{ ml: 1 }}>
              <ToneChip tone="warning" label={translate('device.settings.differs')} />
            </Box>
          )}
        </Typography>
        {row?.known_time && (
          <Typography component="div" variant="caption" color="textSecondary">
            {translate(`operations.setting.how.${row.known_how ?? 'told'}`)}
            {' · '}
            <TimeCell at={row.known_time} relative />
          </Typography>
        )}
        {row && <LastSent setting={setting} row={row} />}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
        {changing.map(({ code, operation }) => {
          const label = text(operation.label);
          const onClick = () => openCommand({ entity, code, targets: [{ ...record, sn }] });
          // The only command of a setting needs no words beside the setting's name.
          return changing.length === 1 ? (
            <ToolButton key={code} label={label} onClick={onClick} icon={EditIcon} />
          ) : (
            <Button key={code} size="small" onClick={onClick}>
              {label}
            </Button>
          );
        })}
      </Box>
    </Box>
  );
};

/** Value that was sent last, with its sender and result. */
const LastSent = ({ setting, row }: { setting: LockSetting; row: LockSettingState }) => {
  const translate = useTranslate();
  const locale = useReaderLocale();
  const { sent, sent_time, sent_state, sent_name } = row;
  if (sent_time === null) return null;
  return (
    <Typography component="div" variant="caption" color="textSecondary">
      {translate('device.settings.sent', {
        value: sent ? settingText(setting.fields, sent, locale) : '…',
        name: sent_name ?? '',
      })}
      {' · '}
      <TimeCell at={sent_time} relative />
      {sent_state !== null && sent_state !== 'success' && (
        <Box component="span" sx={{ color: 'error.main' }}>
          {' · '}
          {translate(`operations.state.${sent_state}`)}
        </Box>
      )}
    </Typography>
  );
};
