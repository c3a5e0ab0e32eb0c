import CloseIcon from '@mui/icons-material/Close';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import MoreIcon from '@mui/icons-material/ExpandMore';
import NextIcon from '@mui/icons-material/KeyboardArrowDown';
import PreviousIcon from '@mui/icons-material/KeyboardArrowUp';
import {
  Alert,
  Box,
  Drawer,
  IconButton,
  Menu,
  MenuItem,
  Skeleton,
  Tab,
  Tabs,
  Tooltip,
  Typography,
} from '@mui/material';
import { type ComponentType, useId, useState } from 'react';
import { type RaRecord, RecordContextProvider, useTranslate } from 'react-admin';
import { useReaderLocale, useText } from '../../../fields/reader';
import { RecordButtons } from '../../operations';
import { useTabTitle } from '../../shell';
import { useBlockedReason } from '../blocked';
import { titleOf } from '../fieldsOf';
import { targetsOf, useHasActions, useHasCommands, VerbButton } from '../RowActions';
import { useRecord, useScreen } from '../screen';
import { OwnFields } from './fields';
import { TabContent, useDetailTabs } from './tabs';

const paper = {
  width: { xs: '100%', sm: 680, md: 760 },
  maxWidth: '100%',
  display: 'flex',
  flexDirection: 'column',
  // It takes the focus when it opens, and is no control.
  '&:focus-visible': { outline: 'none' },
} as const;

/** Everything about one record, over its list; it has an address of its own. */
export const DetailDrawer = ({ id, rows }: { id: string | number; rows: readonly RaRecord[] }) => {
  const { entity, url } = useScreen();
  const translate = useTranslate();
  const text = useText();
  const titleId = useId();
  const { record, query } = useRecord(entity, id, rows);
  const locale = useReaderLocale();
  useTabTitle(record && `${text(entity.label)} · ${titleOf(entity, record, locale)}`);
  const all = useDetailTabs(entity);
  const chosen = all.find(({ key }) => key === url.tab);
  const labelOf = (tab: (typeof all)[number]) => {
    if (tab.kind === 'own') return text(tab.tab.label);
    if (tab.kind === 'history') return translate('entity.history.tab');
    return text(tab.related.label ?? tab.other.label);
  };
  return (
    <Drawer
      open
      anchor="right"
      onClose={url.closeDetail}
      slotProps={{
        backdrop: { sx: { bgcolor: 'rgb(0 0 0 / 0.28)' } },
        paper: { sx: paper, role: 'dialog', 'aria-labelledby': titleId },
      }}
    >
      <RecordContextProvider value={record}>
        <DetailHead titleId={titleId} id={id} record={record} rows={rows} />
        {record && <DetailButtons record={record} />}
        {all.length > 0 && (
          <DetailTabs
            tabs={[
              { key: '', label: translate('entity.detail.fields') },
              ...all.map((tab) => ({ key: tab.key, label: labelOf(tab) })),
            ]}
            chosen={chosen?.key ?? ''}
            onChoose={(key) => url.openTab(key === '' ? null : key)}
          />
        )}
        <Box
          role={all.length > 0 ? 'tabpanel' : undefined}
          sx={{ flex: 1, minHeight: 0, overflow: 'auto', px: 3, py: 2.5 }}
        >
          {query.isError && (
            <Alert severity="error" role="alert" sx={{ mb: 2 }}>
              {query.error.message}
            </Alert>
          )}
          {!record && !query.isError && <Skeleton variant="rounded" height={360} />}
          {record && chosen && (
            <TabContent key={`${chosen.key} ${record.id}`} tab={chosen} record={record} />
          )}
          {record && !chosen && <OwnFields key={record.id} record={record} />}
        </Box>
      </RecordContextProvider>
    </Drawer>
  );
};

interface Props {
  readonly titleId: string;
  readonly id: string | number;
  readonly record: RaRecord | undefined;
  readonly rows: readonly RaRecord[];
}

interface HeadActionProps {
  readonly label: string;
  readonly icon: ComponentType<{ fontSize: 'small' }>;
  readonly onClick: () => void;
  readonly disabled?: boolean;
}

const HeadAction = ({ label, icon: Icon, onClick, disabled }: HeadActionProps) => (
  <Tooltip title={label}>
    <span>
      <IconButton size="small" aria-label={label} onClick={onClick} disabled={disabled}>
        <Icon fontSize="small" />
      </IconButton>
    </span>
  </Tooltip>
);

const head = {
  display: 'flex',
  alignItems: 'flex-start',
  gap: 0.5,
  pl: 3,
  pr: 1.5,
  pt: 2,
  pb: 1.5,
  // Of its buttons.
  color: 'action.active',
} as const;

/** Which record it is, the way to its neighbours in the list, and what can be done with it. */
const DetailHead = ({ titleId, id, record, rows }: Props) => {
  const { entity, may, url, askDelete } = useScreen();
  const translate = useTranslate();
  const text = useText();
  const locale = useReaderLocale();
  const at = rows.findIndex((row) => String(row.id) === String(id));
  const previous = at > 0 ? rows[at - 1] : undefined;
  const next = at < 0 ? undefined : rows[at + 1];
  const kept = useBlockedReason();
  const go = (to: RaRecord | undefined) => () => to && url.show(to.id);
  return (
    <Box sx={head}>
      <Box sx={{ flex: 1, minWidth: 0, color: 'text.primary' }}>
        <Typography variant="caption" color="textSecondary" component="div">
          {text(entity.label)}
        </Typography>
        <Typography id={titleId} variant="h4" component="h2" sx={{ overflowWrap: 'anywhere' }}>
          {record ? titleOf(entity, record, locale) : String(id)}
        </Typography>
      </Box>
      {at >= 0 && (
        <>
          <HeadAction
            label={translate('entity.detail.previous')}
            icon={PreviousIcon}
            onClick={go(previous)}
            disabled={!previous}
          />
          <HeadAction
            label={translate('entity.detail.next')}
            icon={NextIcon}
            onClick={go(next)}
            disabled={!next}
          />
        </>
      )}
      {may.update && record && (
        <VerbButton
          label={translate('entity.edit')}
          blocked={kept('update', record)}
          onClick={() => url.edit(record.id)}
        >
          <EditIcon fontSize="small" />
        </VerbButton>
      )}
      {may.delete && record && (
        <VerbButton
          label={translate('entity.delete')}
          blocked={kept('delete', record)}
          onClick={() => askDelete([record])}
        >
          <DeleteIcon fontSize="small" />
        </VerbButton>
      )}
      <HeadAction label={translate('entity.close')} icon={CloseIcon} onClick={url.closeDetail} />
    </Box>
  );
};

/** What can be done with the record in view. */
const DetailButtons = ({ record }: { record: RaRecord }) => {
  const { entity } = useScreen();
  const hasCommands = useHasCommands(entity, 'row');
  const hasActions = useHasActions(entity, 'row');
  const [target] = targetsOf([record]);
  if (!hasCommands && !hasActions) return null;
  return (
    <Box sx={{ px: 3, pb: 1.5 }}>
      <RecordButtons entity={entity} record={record} target={target} />
    </Box>
  );
};

interface Named {
  /** '' for the record's own values. */
  readonly key: string;
  readonly label: string;
}

interface DetailTabsProps {
  readonly tabs: readonly Named[];
  readonly chosen: string;
  readonly onChoose: (key: string) => void;
}

/** So many fit beside each other on a phone; more can also be chosen from a menu. */
const FIT = 4;

const look = {
  flex: 1,
  minWidth: 0,
  '& .MuiTab-root': { minWidth: 0, px: 1.5 },
} as const;

/** The tabs of a detail in one line that scrolls, and all of them in a menu where the line may be too short. */
const DetailTabs = ({ tabs, chosen, onChoose }: DetailTabsProps) => {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const all = translate('entity.detail.allTabs');
  const pick = (key: string) => {
    setAnchor(null);
    onChoose(key);
  };
  return (
    <Box sx={{ display: 'flex', px: 1.5, flex: 'none', borderBottom: 1, borderColor: 'divider' }}>
      <Tabs
        value={chosen}
        onChange={(_, key: string) => onChoose(key)}
        variant="scrollable"
        // They take room only once they are measured, and push the chosen tab out of view by it.
        scrollButtons={false}
        sx={look}
      >
        {tabs.map(({ key, label }) => (
          <Tab key={key} value={key} label={label} />
        ))}
      </Tabs>
      {tabs.length > FIT && (
        <>
          <Tooltip title={all}>
            <IconButton
              size="small"
              aria-label={all}
              aria-haspopup="menu"
              aria-expanded={anchor !== null}
              onClick={(event) => setAnchor(event.currentTarget)}
              sx={{ alignSelf: 'center', ml: 0.5 }}
            >
              <MoreIcon fontSize="small" />
            </IconButton>
          </Tooltip>
          <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
            {tabs.map(({ key, label }) => (
              <MenuItem key={key} selected={key === chosen} onClick={() => pick(key)}>
                {label}
              </MenuItem>
            ))}
          </Menu>
        </>
      )}
    </Box>
  );
};
