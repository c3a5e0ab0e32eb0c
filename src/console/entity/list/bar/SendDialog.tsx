import {
  Alert,
  Button,
  DialogActions,
  DialogContent,
  FormControlLabel,
  Link as MuiLink,
  Radio,
  RadioGroup,
  Typography,
} from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useListContext, useNotify, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { f } from '../../../../config';
import type { Key } from '../../../../domain/key';
import { useRefSearch } from '../../../../fields/kinds/ref.options';
import { useTitles } from '../../../../fields/kinds/ref.titles';
import { RefBox } from '../../../../fields/kinds/ref.view';
import { useText } from '../../../../fields/views/reader';
import { ApiError } from '../../../../protocol';
import { pageTitles, useMenus, usePagePath } from '../../../app';
import { type ConsoleDataProvider, useAccess } from '../../../data';
import { SheetDialog } from '../../SheetDialog';
import { useScreen } from '../../screen';
import { useEntityList, useListTitle } from '../state/useEntityList';
import { exportableColumns } from './export';

const COLLEAGUES = 'colleague';
const to = f.refs(['To', '收件人'], COLLEAGUES);

interface Props {
  readonly onClose: () => void;
}

/** Says that the server has no mail account, with a link to the accounts for operators who may open them. */
const NoAccount = ({ onClose }: Props) => {
  const translate = useTranslate();
  const menus = useMenus();
  const path = usePagePath('emailKey');
  return (
    <>
      <DialogContent dividers>
        <Alert severity="info">
          {translate('entity.send.noAccount')}{' '}
          {path ? (
            <MuiLink color="inherit" component={Link} to={path} onClick={onClose}>
              {pageTitles(translate, menus, path).join(' > ')}
            </MuiLink>
          ) : (
            translate('entity.send.askAdministrator')
          )}
        </Alert>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {translate('ra.action.close')}
        </Button>
      </DialogActions>
    </>
  );
};

/** Dialog that mails the filtered list to colleagues, now or every Monday. */
export const SendDialog = ({ onClose }: Props) => {
  const { sendsLists } = useAccess();
  const title = useListTitle();
  const Content = sendsLists ? SendForm : NoAccount;
  return (
    <SheetDialog
      title={useTranslate()('entity.send.title', { title })}
      maxWidth="xs"
      onClose={onClose}
      small
    >
      <Content onClose={onClose} />
    </SheetDialog>
  );
};

const SendForm = ({ onClose }: Props) => {
  const { entity } = useScreen();
  const { filterValues: filter, sort } = useListContext();
  const { visibleColumns } = useEntityList();
  const title = useListTitle();
  const translate = useTranslate();
  const text = useText();
  const notify = useNotify();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const [ids, setIds] = useState<readonly Key[]>([]);
  const [weekly, setWeekly] = useState(false);
  // Only operators with the page can end what they plan.
  const planPath = usePagePath('sentList');
  const titles = useTitles(COLLEAGUES, ids);
  const search = useRefSearch(to, {
    reasonOf: ({ has_email }) =>
      has_email === false ? translate('entity.send.noEmail') : undefined,
  });
  const columns = exportableColumns(entity, visibleColumns);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () =>
      dataProvider.sendList(entity.name, { sort, filter, columns, to: ids, weekly }),
    onSuccess: () => {
      const done = weekly ? 'entity.send.planned' : 'entity.send.done';
      notify(done, { type: 'success', messageArgs: { title, names: titles.join(', ') } });
      onClose();
    },
  });
  const refusal = error instanceof ApiError ? error.fields?.to : undefined;
  return (
    <>
      <DialogContent dividers sx={{ display: 'grid', gap: 2, pt: 2.5 }}>
        {error && refusal === undefined && (
          <Alert severity="error" role="alert">
            {error.message}
          </Alert>
        )}
        <RefBox
          {...search}
          name="to"
          label={text(to.label)}
          multiple
          all
          required
          autoFocus
          selected={ids.map((id, i) => ({ id, title: titles[i] ?? String(id) }))}
          error={refusal}
          onChoose={(chosen) => {
            reset();
            setIds(chosen);
          }}
        />
        {planPath && (
          <RadioGroup
            aria-label={translate('entity.send.when')}
            value={String(weekly)}
            onChange={(_, value) => setWeekly(value === 'true')}
          >
            <FormControlLabel
              value="false"
              control={<Radio size="small" />}
              label={translate('entity.send.now')}
            />
            <FormControlLabel
              value="true"
              control={<Radio size="small" />}
              label={translate('entity.send.weekly')}
            />
          </RadioGroup>
        )}
        <Typography variant="body2" color="textSecondary">
          {translate('entity.send.help')}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {translate('ra.action.cancel')}
        </Button>
        <Button
          variant="contained"
          loading={isPending}
          disabled={ids.length === 0}
          onClick={() => mutate()}
        >
          {translate('entity.send.button')}
        </Button>
      </DialogActions>
    </>
  );
};
