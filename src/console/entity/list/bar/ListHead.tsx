import AddIcon from '@mui/icons-material/Add';
import KeysIcon from '@mui/icons-material/KeyboardOutlined';
import RefreshIcon from '@mui/icons-material/Refresh';
import SendIcon from '@mui/icons-material/SendOutlined';
import { Box, Button, IconButton, Typography } from '@mui/material';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { type ComponentProps, useState } from 'react';
import { type ListControllerResult, useListContext, useLocale, useTranslate } from 'react-admin';
import { loadable } from '../../../../fields/views/loadable';
import { SlotComponent } from '../../../app/slots';
import { isLive, useAccess } from '../../../data';
import { useIsPhone } from '../../../look/useIsPhone';
import { HeadButton, HeadIconButton, HeadMenu } from '../../HeadButton';
import { useIsBesidePanel, useScreen } from '../../screen';
import { countLimit, totalLabel } from '../state/paging';
import { useListTitle } from '../state/useEntityList';
import { ColumnsButton } from './ColumnsButton';
import { ExportButton } from './export';
import { FilterReset, FilterToggle } from './filters';
import { ImportButton } from './import';
import { ShippedViews } from './ShippedViews';
import { ViewsButton } from './ViewsButton';

const SendDialog = loadable(() => import('./SendDialog'), 'SendDialog');

const spin = {
  '@keyframes turn': { to: { transform: 'rotate(360deg)' } },
  animation: 'turn 0.9s linear infinite',
} as const;

const SpinningIcon = () => <RefreshIcon fontSize="small" sx={spin} />;

/** The views in it depend on its width. */
const head = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 0.75,
  alignItems: 'center',
  flex: 1,
  containerType: 'inline-size',
} as const;

/** Wraps onto a line of its own in a narrow list. */
const headActions = {
  ml: 'auto',
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: 0.75,
  alignItems: 'center',
} as const;

/** Title, number of rows and list actions; on a phone see `PhoneBar`. */
export const ListHead = ({ onKeys }: { readonly onKeys: () => void }) => {
  const { entity } = useScreen();
  const { total, meta, data, error } = useListContext();
  const locale = useLocale();
  const isPhone = useIsPhone();
  // After a failed refresh, the last number of rows still counts.
  const isKnown = total !== undefined && !(error && !data?.length);
  const count = isKnown ? totalLabel(total, countLimit(entity, meta), locale) : undefined;
  return (
    <Box sx={head}>
      <ListTitle />
      <Typography
        component="span"
        color="textSecondary"
        sx={{ fontVariantNumeric: 'tabular-nums', mr: isPhone ? 0 : 0.75 }}
      >
        {count}
      </Typography>
      {!isPhone && <ShippedViews />}
      {!isPhone && <FilterReset />}
      <Box sx={headActions}>
        {entity.slots.toolbar && <SlotComponent slot={entity.slots.toolbar} slotProps={{}} />}
        <Tools onKeys={onKeys} />
        <CreateButton />
      </Box>
    </Box>
  );
};

/** Lists up to this number of rows need their tools too seldom for a button each. */
const FEW_ROWS = 9;

/** Returns the number of rows of the whole list; undefined if the rows are those of a filter. */
export const unfilteredTotal = ({
  total,
  filterValues,
  isPlaceholderData,
}: Partial<Pick<ListControllerResult, 'total' | 'filterValues' | 'isPlaceholderData'>>):
  | number
  | undefined =>
  // The rows of the filter before stay until the answer to the next comes.
  isPlaceholderData || Object.keys(filterValues ?? {}).length > 0 ? undefined : total;

/**
 * Tools of a list: buttons, or one menu beside a panel and for a list of few rows. Its first answer without a filter
 * decides, so that nothing moves while the operator works.
 */
const Tools = ({ onKeys }: ComponentProps<typeof ListHead>) => {
  const { entity, may } = useScreen();
  const list = useListContext();
  const { refetch, isFetching } = list;
  const isPhone = useIsPhone();
  const translate = useTranslate();
  const isBesidePanel = useIsBesidePanel();
  const total = unfilteredTotal(list);
  const [firstTotal, setFirstTotal] = useState(total);
  if (firstTotal === undefined && total !== undefined) setFirstTotal(total);
  const isMenu =
    isBesidePanel || (firstTotal !== undefined && firstTotal > 0 && firstTotal <= FEW_ROWS);
  const Button = isMenu ? HeadButton : HeadIconButton;
  const tools = [
    <ViewsButton key="views" />,
    !isPhone && <ColumnsButton key="columns" />,
    may.import && <ImportButton key="import" />,
    may.export && <ExportButton key="export" />,
    may.export && <SendButton key="send" />,
  ].filter(Boolean);
  const more = [
    !isLive(entity) && (
      <Button
        key="refresh"
        label={translate('ra.action.refresh')}
        icon={isFetching ? SpinningIcon : RefreshIcon}
        onClick={() => refetch()}
      />
    ),
    !isPhone && (
      <Button key="keys" label={translate('entity.keys.title')} icon={KeysIcon} onClick={onKeys} />
    ),
  ].filter(Boolean);
  return isMenu ? (
    <HeadMenu>{[...tools, ...more]}</HeadMenu>
  ) : (
    <>
      {more}
      {tools}
    </>
  );
};

/** Button that mails the list to colleagues, if the server knows such mails. */
const SendButton = () => {
  const { total } = useListContext();
  const { sendsLists } = useAccess();
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  if (sendsLists === undefined) return null;
  return (
    <>
      <HeadButton
        label={translate('entity.send.button')}
        icon={SendIcon}
        onClick={() => setOpen(true)}
        disabled={total === 0}
      />
      {open && <SendDialog onClose={() => setOpen(false)} />}
    </>
  );
};

/** Second line of the head on a phone, scrolling horizontally. */
export const PhoneBar = (props: ComponentProps<typeof FilterToggle>) => (
  <Box sx={phoneLine}>
    <FilterToggle {...props} />
    <FilterReset />
    <ShippedViews />
  </Box>
);

const phoneLine = {
  display: 'flex',
  alignItems: 'center',
  gap: 0.5,
  px: 1.5,
  pb: 1,
  overflowX: 'auto',
  scrollbarWidth: 'none',
  '& > *': { flex: 'none' },
} as const;

const titleLook = { fontSize: 16, lineHeight: '24px', fontWeight: 600, mr: 0.5 } as const;

export const ListTitle = ({ unseen = false }: { unseen?: boolean }) => {
  const title = useListTitle();
  return (
    <Typography component="h1" noWrap sx={unseen ? visuallyHidden : titleLook}>
      {title}
    </Typography>
  );
};

/** The only filled button in the head on a phone. */
const solid = {
  ml: 0.5,
  borderRadius: 1.5,
  color: 'primary.contrastText',
  bgcolor: 'primary.main',
  '&:hover': { bgcolor: 'primary.dark' },
} as const;

/** Button that opens the form of a new record; renders nothing without the permission. */
const CreateButton = () => {
  const { may, url } = useScreen();
  const translate = useTranslate();
  const isPhone = useIsPhone();
  if (!may.add) return null;
  const label = translate('entity.create');
  if (isPhone) {
    return (
      <IconButton size="small" aria-label={label} onClick={url.create} sx={solid}>
        <AddIcon fontSize="small" />
      </IconButton>
    );
  }
  return (
    <Button
      variant="contained"
      size="small"
      startIcon={<AddIcon />}
      onClick={url.create}
      sx={{ ml: 0.5 }}
    >
      {label}
    </Button>
  );
};
