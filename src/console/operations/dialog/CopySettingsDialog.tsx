import {
  Alert,
  Box,
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  Typography,
} from '@mui/material';
import { useQueries } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useDataProvider, useTranslate } from 'react-admin';
import { useForm, useWatch } from 'react-hook-form';
import { type AnyEntity, type Fields, f, type Row } from '../../../config';
import {
  equalSettings,
  isUnsecured,
  type LockSetting,
  settingsAfter,
  settingsIn,
  settingText,
} from '../../../fields';
import { ArgumentInputs, type Values } from '../../../fields/views/form';
import { useReaderLocale, useText } from '../../../fields/views/reader';
import { type CommandCheck, errorMessage } from '../../../protocol';
import { type ConsoleDataProvider, useGrants, useSingleFlight } from '../../data';
import { commandRights } from '../offer/availability';
import { commandCheckQuery } from '../send/commandCheck';
import { sendInChunks } from '../send/sendCommand';
import { ticketBook } from '../send/ticketBook';
import { type LockSettingState, MAX_LOCKS, SettingCounts, useLockSettings } from './lockSettings';
import { CommandWarnings } from './Sending';

interface Props {
  readonly entity: AnyEntity;
  /** Lock to copy from; the dialog asks for one by default. */
  readonly source?: string;
  /** Locks to copy to; the dialog asks for them by default. */
  readonly targets?: readonly string[];
  readonly onClose: () => void;
}

/** Copies settings of one lock to others: shows the differences and sends the chosen settings as commands. */
export const CopySettingsDialog = ({ entity, source, targets, onClose }: Props) => {
  const translate = useTranslate();
  const text = useText();
  const titleId = useId();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const once = useSingleFlight();
  const { control } = useForm<Values>({
    defaultValues: {
      source: source === undefined ? [] : [source],
      targets: targets === undefined ? [] : [...targets],
    },
  });
  const values = useWatch({ control });
  const [from] = listOf(values.source);
  const sns = useSameList(listOf(values.targets).filter((sn) => sn !== from));
  const copies = useCopies(entity, from, sns);
  const [ticks, setTicks] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isTicked = ({ setting }: Copy) =>
    ticks.get(setting.code) ?? !(setting.command.danger || setting.own);
  const ticked = copies.open.filter((copy) => isTicked(copy) && copy.to.length > 0);
  const checks = useChecks(ticked);
  const selectedCopies = ticked.flatMap((copy, i) => {
    const to = checks.of[i]?.sns ?? copy.to;
    return to.length > 0 ? [{ ...copy, to }] : [];
  });
  const commands = selectedCopies.reduce((sum, { to }) => sum + to.length, 0);
  const excluded = excludedLocks(
    ticked.flatMap(({ setting }, i) => {
      const check = checks.of[i];
      return check ? [{ label: text(setting.label), check }] : [];
    }),
    (label, why) => translate('operations.copy.why', { what: label, why }),
  );
  const send = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      for (const { setting, values, to } of selectedCopies) {
        const { code } = setting;
        const how = { total: to.length };
        const call = (part: string[], batch?: number) =>
          dataProvider.command(code, part, values, { ...how, batch });
        const parts = { max: setting.command.max, call, onProgress: () => {} };
        await ticketBook.record({ entity, code }, () => sendInChunks(to, parts));
      }
      onClose();
    } catch (error) {
      setFailure(errorMessage(error));
      setBusy(false);
    }
  };
  const fields: Fields = {
    ...(source === undefined && { source: sourceField }),
    ...(targets === undefined && { targets: targetsField }),
  };
  return (
    <Dialog
      open
      onClose={busy ? undefined : onClose}
      aria-labelledby={titleId}
      fullWidth
      maxWidth="sm"
    >
      <DialogTitle id={titleId}>
        {source === undefined
          ? translate('operations.copy.title')
          : translate('operations.copy.likeThis', { sn: source })}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, '.MuiDialogTitle-root + &': { pt: 1 } }}>
        <ArgumentInputs fields={fields} control={control} disabled={busy} />
        {from !== undefined && !copies.isPending && copies.open.length === 0 && (
          <Alert severity="info">{translate('operations.copy.nothing', { sn: from })}</Alert>
        )}
        {copies.open.length > 0 && (
          <Box role="group" aria-label={translate('operations.copy.settings')}>
            {copies.open.map((copy) => (
              <CopyLine
                key={copy.setting.code}
                copy={copy}
                ticked={isTicked(copy)}
                disabled={busy}
                onTick={(ticked) => setTicks(new Map([...ticks, [copy.setting.code, ticked]]))}
              />
            ))}
          </Box>
        )}
        {copies.secret.length > 0 && (
          <Typography variant="body2" color="textSecondary">
            {translate('operations.copy.secret', {
              names: copies.secret.map(({ label }) => text(label)).join(', '),
            })}
          </Typography>
        )}
        <CommandWarnings check={excluded} />
        {checks.failure && (
          <Alert severity="warning" variant="outlined">
            {translate('operations.check.unknown', { reason: checks.failure })}
          </Alert>
        )}
        {failure && (
          <Alert severity="error" role="alert">
            {failure}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose} disabled={busy}>
          {translate('operations.cancel')}
        </Button>
        <Button
          variant="contained"
          disabled={commands === 0 || copies.isPending || checks.isPending}
          loading={busy}
          loadingPosition="start"
          onClick={() => once(send)}
        >
          {translate('operations.copy.send', { smart_count: commands })}
        </Button>
      </DialogActions>
    </Dialog>
  );
};

const sourceField = f.codes(['Copy from', '参照设备'], {
  required: true,
  from: 'device',
  max: 1,
});

const targetsField = f.codes(['Locks', '目标设备'], {
  required: true,
  from: 'device',
  max: MAX_LOCKS,
});

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** Keeps the identity of an array while its items stay the same. */
const useSameList = (list: readonly string[]): readonly string[] => {
  const [stableList, setStableList] = useState(list);
  if (stableList.join('\n') === list.join('\n')) return stableList;
  setStableList(list);
  return list;
};

/** Setting of the source, with the locks that do not have it as far as the server knows. */
interface Copy {
  readonly setting: LockSetting;
  readonly values: Row;
  readonly to: readonly string[];
  readonly differ: number;
  readonly same: number;
}

/**
 * Settings that this operator may copy to other locks (`open`), and those that contain secrets, which no client can
 * read (`secret`).
 */
const useCopies = (entity: AnyEntity, from: string | undefined, sns: readonly string[]) => {
  const granted = useGrants();
  const ofSource = useLockSettings(useSameList(from === undefined ? [] : [from]));
  const ofTargets = useLockSettings(sns);
  const source = ofSource.settings ?? [];
  const targetSettings = ofTargets.settings ?? [];
  const sourceValues = (code: string) =>
    source.find((row) => row.code === code)?.known ?? undefined;
  const settings = settingsIn(entity.commands).filter(({ code }) =>
    granted(...commandRights(entity, code)),
  );
  const copyable = settings.filter(({ code }) => sourceValues(code) !== undefined);
  return {
    isPending: ofSource.isPending || ofTargets.isPending,
    secret: copyable.filter(({ code, fields }) => !isUnsecured(fields, sourceValues(code) ?? {})),
    open: copyable.flatMap((setting): Copy[] => {
      const values = sourceValues(setting.code) ?? {};
      return isUnsecured(setting.fields, values) && !isEmptyList(setting, values)
        ? [copyableSettings(entity, setting, values, sns, targetSettings)]
        : [];
    }),
  };
};

const isEmptyList = ({ grows, fields }: LockSetting, values: Row) =>
  grows && Object.keys(fields).every((name) => listOf(values[name]).length === 0);

/** Selects the locks that get a setting: those whose value differs or is unknown. */
export const copyableSettings = (
  entity: AnyEntity,
  setting: LockSetting,
  values: Row,
  sns: readonly string[],
  targetSettings: readonly LockSettingState[],
): Copy => {
  const rows = new Map(
    targetSettings.filter(({ code }) => code === setting.code).map((row) => [row.sn, row.known]),
  );
  const hasIt = (sn: string) => {
    const has = rows.get(sn);
    const next = has && settingsAfter(entity.commands, setting.code, values, has);
    return Boolean(has && next && equalSettings(setting.fields, has, next));
  };
  const to = sns.filter((sn) => !hasIt(sn));
  const differ = to.filter((sn) => rows.get(sn)).length;
  return { setting, values, to, differ, same: sns.length - to.length };
};

/** Checks the command of each setting before any of them is sent. */
const useChecks = (copies: readonly Copy[]) => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const checks = useQueries({
    queries: copies.map(({ setting: { code }, to }) =>
      commandCheckQuery(dataProvider, code, { sns: to }),
    ),
  });
  const error = checks.find((each) => each.error)?.error;
  return {
    of: checks.map(({ data }) => data ?? undefined),
    isPending: checks.some(({ isFetching }) => isFetching),
    failure: error instanceof Error ? error.message : null,
  };
};

interface Checked {
  readonly label: string;
  readonly check: CommandCheck;
}

/**
 * Groups the left-out locks by reason. A reason is listed once if it applies to every setting, else after the labels of
 * the settings that it applies to.
 * @param describe puts the labels of settings before a reason
 */
export const excludedLocks = (
  checks: readonly Checked[],
  describe: (label: string, why: string) => string,
): Pick<CommandCheck, 'same' | 'refused' | 'twice' | 'outside' | 'second' | 'code'> => {
  const groups = new Map<string, Set<string>>();
  const group = (why: string, sn: string) =>
    groups.set(why, (groups.get(why) ?? new Set()).add(sn));
  const reasons = new Set(checks.flatMap(({ check }) => check.refused.map(({ why }) => why)));
  for (const why of reasons) {
    const labels = new Map<string, string[]>();
    for (const { label, check } of checks) {
      const sns = check.refused.filter((each) => each.why === why).flatMap((each) => each.sns);
      for (const sn of sns) labels.set(sn, [...(labels.get(sn) ?? []), label]);
    }
    for (const [sn, of] of labels) {
      group(of.length === checks.length ? why : describe(of.join(', '), why), sn);
    }
  }
  return {
    same: [...new Set(checks.flatMap(({ check }) => check.same))],
    refused: [...groups].map(([why, sns]) => ({ why, sns: [...sns] })),
    twice: [],
    outside: [],
    second: false,
    code: false,
  };
};

interface CopyLineProps {
  readonly copy: Copy;
  readonly ticked: boolean;
  readonly disabled: boolean;
  readonly onTick: (ticked: boolean) => void;
}

const CopyLine = ({ copy, ticked, disabled, onTick }: CopyLineProps) => {
  const { setting, values, to, differ, same } = copy;
  const text = useText();
  const locale = useReaderLocale();
  const counts = { differ, same, unknown: to.length - differ };
  return (
    <FormControlLabel
      sx={{ display: 'flex', alignItems: 'flex-start', mb: 1, mr: 0 }}
      disabled={disabled}
      control={
        <Checkbox
          size="small"
          checked={ticked}
          onChange={(event) => onTick(event.target.checked)}
          sx={{ mt: -0.5 }}
        />
      }
      label={
        <>
          <Typography component="span" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            {text(setting.label)}: <strong>{settingText(setting.fields, values, locale)}</strong>
          </Typography>
          {to.length + same > 0 && (
            <Typography component="div" variant="caption" color="textSecondary">
              <SettingCounts {...counts} />
            </Typography>
          )}
        </>
      }
    />
  );
};
