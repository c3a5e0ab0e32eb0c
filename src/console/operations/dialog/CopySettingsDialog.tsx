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
import { useTranslate } from 'react-admin';
import { useForm, useWatch } from 'react-hook-form';
import { type AnyEntity, type Fields, f } from '../../../config';
import { settingText } from '../../../fields';
import { ArgumentInputs, type Values } from '../../../fields/views/form';
import { useReaderLocale, useText } from '../../../fields/views/reader';
import { ErrorAlert } from '../../look/alerts';
import {
  type Copy,
  listOf,
  useCopies,
  useSameList,
  useSendCopies,
  useTickedCopies,
} from './copySettings';
import { MAX_LOCKS, SettingCounts } from './lockSettings';
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
  const { isTicked, tick, selectedCopies, checks, excluded } = useTickedCopies(copies.open);
  const commands = selectedCopies.reduce((sum, { to }) => sum + to.length, 0);
  const { send, busy, failure } = useSendCopies(entity, onClose);
  const fields: Fields = {
    ...(source === undefined && { source: sourceField }),
    ...(targets === undefined && { targets: targetsField }),
  };
  return (
    <Dialog open onClose={busy ? undefined : onClose} maxWidth="sm">
      <DialogTitle>
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
                onTick={(ticked) => tick(copy, ticked)}
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
        <ErrorAlert>{failure}</ErrorAlert>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose} disabled={busy}>
          {translate('ra.action.cancel')}
        </Button>
        <Button
          variant="contained"
          disabled={commands === 0 || copies.isPending || checks.isPending}
          loading={busy}
          loadingPosition="start"
          onClick={() => send(selectedCopies)}
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
