import CloseIcon from '@mui/icons-material/Close';
import NextIcon from '@mui/icons-material/KeyboardArrowDown';
import PreviousIcon from '@mui/icons-material/KeyboardArrowUp';
import {
  Box,
  Drawer,
  Paper,
  Skeleton,
  type SxProps,
  type Theme,
  Typography,
  useMediaQuery,
} from '@mui/material';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { type RaRecord, RecordContextProvider, useTranslate } from 'react-admin';
import { useText } from '../../../fields/views/reader';
import { useTabTitle } from '../../app';
import { namedFields } from '../../app/record';
import { useRecordNames } from '../../app/recordNames';
import { FieldCell, SlotComponent } from '../../app/slots';
import { ErrorAlert } from '../../look/alerts';
import { Fact, Facts } from '../../look/Facts';
import { FactsSkeleton } from '../../look/FactsSkeleton';
import { ToolButton } from '../../look/ToolButton';
import { useScreenLayout } from '../../look/theme';
import { RecordButtons } from '../../operations';
import { commandTargets, useHasOperations, VerbButtons } from '../RowActions';
import { useFocusReturn } from '../SheetDialog';
import { useCloseIfMissing, useOverlay, useRecord, useScreen } from '../screen';
import { PrintButton, PrintHead } from './print';
import { groupOf, InnerTabs, TabContent, TabStrip, useTabGroups } from './tabs';

const paper = {
  width: { xs: '100%', sm: 680, md: 760 },
  maxWidth: '100%',
  display: 'flex',
  flexDirection: 'column',
  // Focused when it opens, but not a control.
  '&:focus-visible': { outline: 'none' },
} as const;

interface DetailProps {
  readonly id: string | number;
  readonly rows: readonly RaRecord[];
}

/** Drawer over the list with a record's detail, which has a URL. */
export const DetailDrawer = (props: DetailProps) => {
  const { url } = useScreen();
  const titleId = useId();
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
      <Detail {...props} titleId={titleId} />
    </Drawer>
  );
};

const sheet: SxProps<Theme> = {
  flex: '1 1 auto',
  display: 'flex',
  flexDirection: 'column',
  minHeight: 0,
  overflow: 'clip',
  '&:focus': { outline: 'none' },
};

/** Detail as a page in place of the list, for entities with a head or a timeline. */
export const DetailPage = (props: DetailProps) => {
  const { url } = useScreen();
  const titleId = useId();
  const page = useRef<HTMLDivElement>(null);
  const isWide = useScreenLayout(
    useMediaQuery((theme: Theme) => theme.breakpoints.up('md'), { noSsr: true }),
  );
  useFocusReturn();
  // Focus the page, as a drawer does, so that screen readers continue with the record.
  useEffect(() => page.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // React bubbles keys of overlays through their portals; they close themselves.
    const isOwn = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key === 'Escape' && !event.defaultPrevented && isOwn) url.closeDetail();
  };
  return (
    <Paper
      ref={page}
      square
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      sx={sheet}
    >
      <Detail {...props} titleId={titleId} isPage wide={isWide} />
    </Paper>
  );
};

interface InnerProps extends DetailProps {
  readonly titleId: string;
  /** In place of the list, so that the tab says the name alone. */
  readonly isPage?: boolean;
  /** Values have room beside the timeline. */
  readonly wide?: boolean;
}

/** Head of a record that stays in view, and one tab with the rest. */
const Detail = ({ id, rows, titleId, isPage = false, wide = false }: InnerProps) => {
  const { entity, url } = useScreen();
  const overlay = useOverlay();
  const text = useText();
  const recordQuery = useRecord(entity, id, rows);
  const { record, query } = recordQuery;
  const isMissing = useCloseIfMissing(recordQuery, url.closeDetail);
  const { nameOf } = useRecordNames(entity);
  const name = record && nameOf(record).name;
  useTabTitle(isPage || name === undefined ? name : `${text(entity.label)} · ${name}`);
  const groups = useTabGroups(entity, wide);
  // A key of a missing tab, or of content beside the timeline, opens the first tab.
  const group = groupOf(groups, overlay.tab);
  const tab = group?.tabs.find(({ key }) => key === (overlay.tab ?? '')) ?? group?.tabs[0];
  const open = (key: string) => url.openTab(key === '' ? null : key);
  return (
    <RecordContextProvider value={record}>
      {record && (
        <PrintHead record={record} part={tab === groups[0]?.tabs[0] ? undefined : tab?.label} />
      )}
      <DetailHead titleId={titleId} id={id} record={record} rows={rows} isPage={isPage} />
      {record && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end' }}>
          <HeadFacts record={record} />
          <DetailButtons record={record} />
        </Box>
      )}
      {groups.length > 1 && (
        <TabStrip
          tabs={groups}
          selectedKey={group?.key ?? ''}
          onChoose={(key) => open(groups.find((each) => each.key === key)?.tabs[0]?.key ?? '')}
        />
      )}
      <Box role={groups.length > 1 ? 'tabpanel' : undefined} tabIndex={0} sx={content}>
        <ErrorAlert sx={{ mb: 2 }}>{!isMissing && query.error?.message}</ErrorAlert>
        {group && group.tabs.length > 1 && (
          <InnerTabs tabs={group.tabs} selectedKey={tab?.key ?? ''} onChoose={open} />
        )}
        {!record && !query.isError && <FactsSkeleton />}
        {record && tab && (
          <TabContent key={`${tab.key} ${record.id}`} tab={tab} record={record} wide={wide} />
        )}
      </Box>
    </RecordContextProvider>
  );
};

/** Margins on paper are those of the page. */
const onPaper = { '@media print': { px: 0 } } as const;

const content = {
  flex: 1,
  minHeight: 0,
  overflow: 'auto',
  px: 3,
  py: 2.5,
  ...onPaper,
} as const;

/** Declared fields of the head, and the component of its slot. */
const HeadFacts = ({ record }: { readonly record: RaRecord }) => {
  const { entity } = useScreen();
  const text = useText();
  const facts = namedFields(entity, entity.head);
  if (facts.length === 0 && !entity.slots.head) return null;
  return (
    <Facts captions sx={factsLook}>
      {facts.map(({ name, field }) => (
        <Fact key={name} label={text(field.label)}>
          <FieldCell name={name} field={field} record={record} />
        </Fact>
      ))}
      {entity.slots.head && <SlotComponent slot={entity.slots.head} slotProps={{}} />}
    </Facts>
  );
};

const factsLook = {
  flex: '1000 1 0',
  minWidth: 'min(100%, 420px)',
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 3,
  rowGap: 0.75,
  px: 3,
  pb: 1.5,
  '& dd': { minHeight: 24 },
  ...onPaper,
} as const;

const head = {
  display: 'flex',
  displayPrint: 'none',
  alignItems: 'flex-start',
  gap: 0.5,
  pl: 3,
  pr: 1.5,
  pt: 2,
  pb: 1.5,
  // Color of the icon buttons.
  color: 'action.active',
  '& [aria-disabled="true"]': { color: 'action.disabled', cursor: 'default' },
} as const;

type HeadProps = Omit<InnerProps, 'wide'> & { readonly record: RaRecord | undefined };

/** Title of the record, buttons for its neighbours in the list, and its actions. */
const DetailHead = ({ titleId, id, record, rows, isPage }: HeadProps) => {
  const { entity, url } = useScreen();
  const translate = useTranslate();
  const text = useText();
  const at = rows.findIndex((row) => String(row.id) === String(id));
  const previous = at > 0 ? rows[at - 1] : undefined;
  const next = at < 0 ? undefined : rows[at + 1];
  const go = (to: RaRecord | undefined) => () => to && url.show(to.id);
  return (
    <Box sx={head}>
      <Box sx={{ flex: 1, minWidth: 0, color: 'text.primary' }}>
        {!isPage && (
          <Typography variant="caption" color="textSecondary" component="div">
            {text(entity.label)}
          </Typography>
        )}
        <RecordHeading id={titleId} record={record} />
      </Box>
      {at >= 0 && (
        <>
          {/* A disabled button would lose the focus at the last record, and Escape with it. */}
          <ToolButton
            label={translate('entity.detail.previous')}
            icon={PreviousIcon}
            onClick={go(previous)}
            aria-disabled={!previous}
          />
          <ToolButton
            label={translate('entity.detail.next')}
            icon={NextIcon}
            onClick={go(next)}
            aria-disabled={!next}
          />
        </>
      )}
      {record && <PrintButton />}
      {record && <VerbButtons record={record} />}
      <ToolButton label={translate('ra.action.close')} icon={CloseIcon} onClick={url.closeDetail} />
    </Box>
  );
};

/** Name of the record, with its title beside it in grey; a placeholder until the record is there. */
const RecordHeading = ({ id, record }: { id: string; record: RaRecord | undefined }) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const { nameOf } = useRecordNames(entity);
  const name = record && nameOf(record);
  return (
    <Typography
      id={id}
      component="h2"
      aria-busy={!name}
      aria-label={name ? undefined : translate('ra.page.loading')}
      sx={heading}
    >
      {name ? name.name : <Skeleton aria-hidden sx={{ width: '9em' }} />}
      {name?.code !== undefined && (
        <Box component="span" sx={headingCode}>
          {name.code}
        </Box>
      )}
    </Typography>
  );
};

const heading = {
  fontSize: 18,
  lineHeight: '26px',
  fontWeight: 600,
  overflowWrap: 'anywhere',
} as const;
const headingCode = { ml: 1, fontSize: 13, fontWeight: 400, color: 'text.secondary' } as const;

const DetailButtons = ({ record }: { record: RaRecord }) => {
  const { entity } = useScreen();
  const hasOperations = useHasOperations('row');
  const [target] = commandTargets([record]);
  if (!hasOperations) return null;
  return (
    <Box sx={{ px: 3, pb: 1.5, ml: 'auto', flex: '1 0 320px', maxWidth: { md: 480 } }}>
      <RecordButtons entity={entity} record={record} target={target} />
    </Box>
  );
};
