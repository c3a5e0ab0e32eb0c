import MoreIcon from '@mui/icons-material/ExpandMore';
import { Box, Tab, Tabs } from '@mui/material';
import { type ComponentType, useMemo } from 'react';
import { type RaRecord, useTranslate } from 'react-admin';
import {
  type AnyEntity,
  type Console,
  type DetailTab,
  hasTimeline,
  type Related,
  type TabGroup,
} from '../../../config';
import { loadable } from '../../../fields/views/loadable';
import { useText } from '../../../fields/views/reader';
import { useApp } from '../../app';
import { SlotComponent } from '../../app/slots';
import { useReadableEntities } from '../../data';
import { FactsSkeleton } from '../../look/FactsSkeleton';
import { Menu, MenuItem, usePopup } from '../../look/menus';
import { ToolButton } from '../../look/ToolButton';
import { useScreen } from '../screen';
import { RecordFields } from './fields';
import { HistoryList } from './history';
import { RelatedRecord, RelatedScreen, RelatedViaJoin } from './related';
import { Timeline, useHasTimeline } from './Timeline';

type DetailPart =
  | { readonly kind: 'own'; readonly key: string; readonly tab: DetailTab }
  | {
      readonly kind: 'related';
      readonly key: string;
      readonly related: Related<never>;
      readonly other: AnyEntity;
    }
  | { readonly kind: 'history'; readonly key: string; readonly log: AnyEntity }
  /** Own values of the record. */
  | { readonly kind: 'values'; readonly key: string }
  /** Timeline, with the content declared beside it. */
  | { readonly kind: 'overview'; readonly key: string };

const LOG = 'operationLog';

/**
 * Returns the tabs of an entity's detail: its own, those of related records, and its history.
 * @param readable entities that the operator may read
 */
export const detailTabs = (
  entity: AnyEntity,
  { entities, tabs }: Console,
  readable: ReadonlySet<string>,
): DetailPart[] => {
  const entityByName = (name: string) => entities.find((each) => each.name === name);
  const canReadAll = (names: readonly string[]) => names.every((name) => readable.has(name));
  const own = Object.entries(tabs[entity.name] ?? {})
    // Beside the timeline a tab shows what it can.
    .filter(([, { beside, reads }]) => beside || canReadAll(reads))
    .map(([key, tab]): DetailPart => ({ kind: 'own', key, tab }));
  const related = (entity.related as readonly Related<never>[]).flatMap((each): DetailPart[] => {
    const other = entityByName(each.entity);
    const isShown = canReadAll([each.entity, ...(each.through ? [each.through.entity] : [])]);
    return other && isShown
      ? [{ kind: 'related', key: each.tabKey ?? each.entity, related: each, other }]
      : [];
  });
  const log = entityByName(LOG);
  const knows = log && entity !== log && !entity.record && readable.has(LOG);
  return [
    ...own,
    ...related,
    ...(knows ? [{ kind: 'history' as const, key: 'history', log }] : []),
  ];
};

/** True if the entity's detail is a page instead of a drawer. */
export const hasPage = (entity: AnyEntity): boolean =>
  entity.head.length > 0 || (hasTimeline(entity) && !entity.side);

/** Key of the tab with the record's values, if it is not the first. */
const VALUES = 'details';

/** Tabs under one heading, mostly a single one. */
interface Group {
  readonly tabs: readonly DetailPart[];
  /** Declared section, if the group is one. */
  readonly section?: TabGroup;
}

/**
 * Groups the tabs of a detail: the record itself, its own tabs, the declared sections, tabs of related records outside
 * of sections, and the history.
 * @param layout true for `timeline` if the detail has one, and for `wide` if the record's values have room beside it
 */
export const groupTabs = (
  entity: AnyEntity,
  tabs: readonly DetailPart[],
  { timeline, wide }: { readonly timeline: boolean; readonly wide: boolean },
): Group[] => {
  const values = { kind: 'values', key: timeline ? VALUES : '' } as const;
  const alone = (tab: DetailPart): Group => ({ tabs: [tab] });
  const first = timeline
    ? [alone({ kind: 'overview', key: '' }), ...(wide ? [] : [alone(values)])]
    : [alone(values)];
  const sections = entity.sections.map((section: TabGroup): Group => {
    const sectionTabs = section.tabs.flatMap((key) => tabs.find((tab) => tab.key === key) ?? []);
    return { section, tabs: sectionTabs };
  });
  const groupedKeys = new Set(entity.sections.flatMap(({ tabs }: TabGroup) => tabs));
  const free = tabs.filter((tab) => !groupedKeys.has(tab.key) && !(timeline && isBeside(tab)));
  const own = free.filter(({ kind }) => kind === 'own');
  return [
    ...first,
    ...own.map(alone),
    ...sections.filter((group: Group) => group.tabs.length > 0),
    ...free.filter((tab) => !own.includes(tab)).map(alone),
  ];
};

const isBeside = (tab: DetailPart): boolean => tab.kind === 'own' && tab.tab.beside;

export const useTabGroups = (entity: AnyEntity, wide: boolean) => {
  const { declared } = useApp();
  const readable = useReadableEntities();
  const translate = useTranslate();
  const text = useText();
  const timeline = useHasTimeline(entity) && !entity.side;
  return useMemo(() => {
    const labelOf = (tab: DetailPart): string => {
      if (tab.kind === 'own') return text(tab.tab.label);
      if (tab.kind === 'history') return translate('entity.history.tab');
      if (tab.kind === 'values') return translate('ra.message.details');
      if (tab.kind === 'overview') return translate('entity.timeline.overview');
      return text(tab.related.label ?? tab.other.label);
    };
    const all = detailTabs(entity, declared, readable);
    return groupTabs(entity, all, { timeline, wide }).map(({ tabs, section }) => ({
      key: tabs[0]?.key ?? '',
      label: section ? text(section.label) : tabs[0] ? labelOf(tabs[0]) : '',
      tabs: tabs.map((tab) => ({ ...tab, label: labelOf(tab) })),
    }));
  }, [entity, declared, readable, translate, text, timeline, wide]);
};

/** Returns the group of a tab, or the first one for an unknown key. */
export const groupOf = <G extends { readonly tabs: readonly { readonly key: string }[] }>(
  groups: readonly G[],
  key = '',
): G | undefined => groups.find(({ tabs }) => tabs.some((tab) => tab.key === key)) ?? groups[0];

interface OwnTabProps {
  readonly tab: DetailTab;
  readonly record: RaRecord;
  readonly beside?: boolean;
}

const OwnTab = ({ tab, record, beside }: OwnTabProps) => {
  const Content = useMemo(
    () =>
      loadable(
        tab.load as () => Promise<{ Tab: ComponentType<Pick<OwnTabProps, 'record' | 'beside'>> }>,
        'Tab',
      ),
    [tab],
  );
  return <Content record={record} beside={beside} loading={<FactsSkeleton />} />;
};

interface TabContentProps {
  readonly tab: DetailPart;
  readonly record: RaRecord;
  readonly wide: boolean;
}

export const TabContent = ({ tab, record, wide }: TabContentProps) => {
  const { entity } = useScreen();
  if (tab.kind === 'values') return <RecordFields record={record} />;
  if (tab.kind === 'overview') return <Overview record={record} wide={wide} />;
  if (tab.kind === 'own') return <OwnTab tab={tab.tab} record={record} />;
  if (tab.kind === 'history') return <HistoryList entity={entity} log={tab.log} id={record.id} />;
  const { related, other } = tab;
  const props = { entity: other, match: record[related.localField], empty: related.empty };
  if (related.single) return <RelatedRecord {...props} foreignField={related.foreignField} />;
  if (related.through) return <RelatedViaJoin {...props} through={related.through} />;
  return <RelatedScreen {...props} foreignField={related.foreignField} preset={related.filter} />;
};

/** Timeline of a record, the content declared beside it and, if there is room, the record's values. */
const Overview = ({ record, wide }: Omit<TabContentProps, 'tab'>) => {
  const { entity } = useScreen();
  const { tabs } = useApp().declared;
  const beside = Object.entries(tabs[entity.name] ?? {}).filter(([, tab]) => tab.beside);
  const above = entity.slots.detail && (
    <Box sx={{ mb: wide ? 2.5 : 0, '&:empty': { display: 'none' } }}>
      <SlotComponent slot={entity.slots.detail} slotProps={{}} />
    </Box>
  );
  const columns = wide ? 'minmax(0, 1fr) minmax(320px, 400px)' : 'minmax(0, 1fr)';
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: columns, columnGap: 4, rowGap: 3 }}>
      {!wide && above}
      {(beside.length > 0 || wide) && (
        <Box sx={{ display: 'grid', gap: 3, alignContent: 'start', gridColumn: wide ? 2 : 1 }}>
          {beside.map(([key, tab]) => (
            <OwnTab key={key} tab={tab} record={record} beside />
          ))}
          {wide && <RecordFields record={record} without={entity.head} />}
        </Box>
      )}
      <Box sx={wide ? { gridColumn: 1, gridRow: 1, minWidth: 0 } : { minWidth: 0 }}>
        {wide && above}
        <Timeline key={record.id} record={record} />
      </Box>
    </Box>
  );
};

interface TabStripProps {
  readonly tabs: readonly Record<'key' | 'label', string>[];
  readonly selectedKey: string;
  readonly onChoose: (key: string) => void;
}

/** Number of tabs that fit on a phone; with more, a menu lists all of them. */
const FIT = 4;

const strip = {
  display: 'flex',
  displayPrint: 'none',
  px: 1.5,
  flex: 'none',
  borderBottom: 1,
  borderColor: 'divider',
} as const;

const tabsStyle = {
  flex: 1,
  minWidth: 0,
  '& .MuiTab-root': { minWidth: 0, px: 1.5 },
} as const;

/** Tabs in one scrolling line, with a menu of all of them if the line may be too short. */
export const TabStrip = ({ tabs, selectedKey, onChoose }: TabStripProps) => {
  const translate = useTranslate();
  const { button, popup, close } = usePopup();
  const pick = (key: string) => {
    close();
    onChoose(key);
  };
  return (
    <Box sx={strip}>
      <Tabs
        value={selectedKey}
        onChange={(_, key: string) => onChoose(key)}
        variant="scrollable"
        // Scroll buttons take their room only after measuring, and then push the selected tab out of view.
        scrollButtons={false}
        sx={tabsStyle}
      >
        {tabs.map(({ key, label }) => (
          <Tab key={key} value={key} label={label} />
        ))}
      </Tabs>
      {tabs.length > FIT && (
        <>
          <ToolButton
            label={translate('entity.detail.allTabs')}
            {...button}
            sx={{ alignSelf: 'center', ml: 0.5 }}
            icon={MoreIcon}
          />
          <Menu {...popup}>
            {tabs.map(({ key, label }) => (
              <MenuItem key={key} selected={key === selectedKey} onClick={() => pick(key)}>
                {label}
              </MenuItem>
            ))}
          </Menu>
        </>
      )}
    </Box>
  );
};

export const InnerTabs = ({ tabs, selectedKey, onChoose }: TabStripProps) => (
  <Tabs value={selectedKey} onChange={(_, key: string) => onChoose(key)} sx={innerTabsStyle}>
    {tabs.map(({ key, label }) => (
      <Tab key={key} value={key} label={label} />
    ))}
  </Tabs>
);

/** Smaller than the outer tabs, and wrapping instead of scrolling. */
const innerTabsStyle = {
  displayPrint: 'none',
  mt: -0.5,
  mb: 2,
  minHeight: 0,
  '& .MuiTabs-list': { flexWrap: 'wrap', gap: 0.75 },
  '& .MuiTabs-indicator': { display: 'none' },
  '& .MuiTab-root': {
    minHeight: 30,
    minWidth: 0,
    px: 1.5,
    py: 0.25,
    fontSize: 13,
    border: 1,
    borderColor: 'divider',
    borderRadius: '4px',
  },
  '& .MuiTab-root.Mui-selected': {
    color: 'text.primary',
    fontWeight: 600,
    borderColor: 'transparent',
    bgcolor: 'action.selected',
  },
} as const;
