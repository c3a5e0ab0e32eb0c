import { yupResolver } from '@hookform/resolvers/yup';
import ArrowIcon from '@mui/icons-material/ArrowForward';
import { Alert, Box, Typography } from '@mui/material';
import { useEffect, useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { useForm, useWatch } from 'react-hook-form';
import type { AnyEntity, Row } from '../../../config';
import {
  equalSettings,
  isSecret,
  type LockSetting,
  settingOf,
  settingsAfter,
  settingText,
} from '../../../fields';
import { recordSchema } from '../../../fields/recordSchema';
import { parseReportedSetting } from '../../../fields/reportedSetting';
import { TimeCell } from '../../../fields/views/cells';
import { ArgumentInputs, initialArguments, type Values } from '../../../fields/views/form';
import { useReaderLocale } from '../../../fields/views/reader';
import { operationOf } from '../offer/availability';
import type { Target } from '../offer/items';
import {
  MAX_LOCKS,
  ReadSettings,
  SettingCounts,
  useCanReadSettings,
  useLockSettings,
} from './lockSettings';

/** Command with the locks that it is to be sent to. */
interface CommandChoice {
  readonly entity: AnyEntity;
  readonly code: string;
  readonly sns: readonly string[];
  /** Row of the lock if there is only one and it was chosen from a list. */
  readonly target?: Target;
}

type ArgumentForm = ReturnType<typeof useCommandForm>;

/** Form state for `CommandArguments`. With a single lock, the inputs start with its known settings. */
export const useCommandForm = (choice: CommandChoice) => {
  const { entity, code, sns } = choice;
  const { args } = operationOf(entity.commands, code);
  /** Setting that the command changes; undefined if it changes none. */
  const setting = settingOf(entity.commands, code);
  const hasInputs = setting !== undefined && Object.keys(args).length > 0;
  const { settings } = useLockSettings(hasInputs ? sns : NONE, setting?.code ?? code);
  const resolver = useMemo(() => yupResolver(recordSchema(args, 'create')) as never, [args]);
  const form = useForm<Values>({ defaultValues: initialArguments(args), resolver });
  const { reset, formState } = form;
  const touched = formState.isDirty;
  const present = sns.length === 1 && setting?.code === code && !setting.grows;
  const has = present ? settings?.[0]?.known : undefined;
  useEffect(() => {
    if (has && !touched) reset({ ...initialArguments(args), ...shownIn(args, has) });
  }, [has, touched, args, reset]);
  return {
    ...form,
    choice,
    /** State of the changed setting per lock; undefined while loading. */
    lockStates: settings,
    setting,
  };
};

const NONE: readonly string[] = [];

/** Removes secrets, which inputs cannot show. */
const shownIn = (args: object, values: Row): Row =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name]) => !isSecret((args as Readonly<Record<string, never>>)[name]),
    ),
  );

/**
 * Inputs for a command's arguments. Below them: old and new value of a single lock, or how many of several locks
 * differ.
 */
export const CommandArguments = ({ form, disabled }: { form: ArgumentForm; disabled: boolean }) => {
  const { entity, code, sns } = form.choice;
  const { args } = operationOf(entity.commands, code);
  return (
    <>
      <ArgumentInputs fields={args} control={form.control} disabled={disabled} />
      {form.setting && sns.length === 1 && <PresentValue form={form} setting={form.setting} />}
      {form.setting && sns.length > 1 && <PresentValues form={form} setting={form.setting} />}
    </>
  );
};

interface PresentProps {
  readonly form: ArgumentForm;
  readonly setting: LockSetting;
}

/**
 * Returns a function that computes the setting after the command with the current inputs; undefined while they are
 * invalid.
 */
const useSettingAfter = ({ choice, control }: ArgumentForm, setting: LockSetting) => {
  const values = useWatch({ control });
  const { entity, code } = choice;
  return (before: Row | undefined): Row | undefined => {
    const after = settingsAfter(entity.commands, code, values, before);
    return after && parseReportedSetting(setting, after);
  };
};

const PresentValue = ({ form, setting }: PresentProps) => {
  const translate = useTranslate();
  const locale = useReaderLocale();
  const settingAfter = useSettingAfter(form, setting);
  const knows = useCanReadSettings();
  const { entity, sns, target } = form.choice;
  const [sn] = sns;
  if (!knows || !form.lockStates || sn === undefined) return null;
  const [row] = form.lockStates;
  const has = row?.known ?? undefined;
  if (!has) {
    return (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        <Typography variant="body2" color="textSecondary">
          {translate('operations.setting.unknown')}
        </Typography>
        <ReadSettings entity={entity} target={target ?? { sn }} size="small" />
      </Box>
    );
  }
  const next = settingAfter(has);
  const changes = next && !equalSettings(setting.fields, has, next);
  return (
    <Box role="group" aria-label={translate('operations.setting.present')}>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {translate('operations.setting.now')}{' '}
        </Box>
        {settingText(setting.fields, has, locale)}
        {changes && (
          <>
            <ArrowIcon
              titleAccess={translate('operations.setting.becomes')}
              sx={{ fontSize: 16, mx: 0.75, verticalAlign: 'text-bottom' }}
            />
            <strong>{settingText(setting.fields, next, locale)}</strong>
          </>
        )}
      </Typography>
      <Typography variant="caption" color="textSecondary">
        {translate(`operations.setting.how.${row?.known_how ?? 'told'}`)}
        {' · '}
        {row?.known_time && <TimeCell at={row.known_time} relative />}
      </Typography>
    </Box>
  );
};

/** Counts the locks whose setting differs from the input. */
const PresentValues = ({ form, setting }: PresentProps) => {
  const settingAfter = useSettingAfter(form, setting);
  const { lockStates } = form;
  const { sns } = form.choice;
  if (!lockStates || sns.length > MAX_LOCKS) return null;
  const rows = lockStates.filter((row) => row.known !== null);
  const judged = rows.map(({ known: has }) => ({ has, next: settingAfter(has ?? undefined) }));
  if (judged.some(({ next }) => next === undefined)) return null;
  const differ = judged.filter(
    ({ has, next }) => has && next && !equalSettings(setting.fields, has, next),
  ).length;
  const counts = { differ, same: rows.length - differ, unknown: sns.length - rows.length };
  return (
    <Alert severity="info" variant="outlined">
      <SettingCounts {...counts} />
    </Alert>
  );
};
