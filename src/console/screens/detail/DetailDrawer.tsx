import { Alert, Box, Drawer, Skeleton, Tab, Tabs } from '@mui/material';
import { type RaRecord, useTranslate } from 'ra-core';
import { useContext, useId } from 'react';
import type { Related } from '../../../config';
import { EntitiesContext } from '../../../fields/controls/entities';
import { useReaderLocale, useText } from '../../../fields/controls/useText';
import { CommandButtons } from '../../commands';
import { useTabTitle } from '../../shell/tabs';
import { titleOf } from '../parts/fieldsOf';
import { useScreen } from '../parts/ScreenContext';
import { targetsOf } from '../parts/targetsOf';
import { useHasCommands } from '../parts/useHasCommands';
import { useRecord } from '../parts/useRecord';
import { DetailFields } from './DetailFields';
import { DetailHead } from './DetailHead';
import { detailGroups } from './detailGroups';
import { RelatedList } from './RelatedList';

const paper = {
  width: { xs: '100%', sm: 680 },
  maxWidth: '100%',
  display: 'flex',
  flexDirection: 'column',
  // It takes the focus when it opens, and is no control.
  '&:focus-visible': { outline: 'none' },
} as const;

const tabs = {
  px: 1.5,
  flex: 'none',
  borderBottom: 1,
  borderColor: 'divider',
  '& .MuiTab-root': { minWidth: 0, px: 1.5 },
} as const;

/** Everything about one record, over its list; it has an address of its own. */
export const DetailDrawer = ({ id, rows }: { id: string | number; rows: readonly RaRecord[] }) => {
  const { entity, url } = useScreen();
  const translate = useTranslate();
  const text = useText();
  const titleId = useId();
  const entities = useContext(EntitiesContext);
  const hasCommands = useHasCommands(entity, 'row');
  const { record, query } = useRecord(entity, id, rows);
  const locale = useReaderLocale();
  useTabTitle(record && `${text(entity.label)} · ${titleOf(entity, record, locale)}`);
  const related = (entity.related as readonly Related<never>[]).flatMap((each) => {
    const other = entities.find(({ name }) => name === each.entity);
    return other ? [{ ...each, other }] : [];
  });
  const chosen = related.find((each) => each.entity === url.tab);
  const [target] = record ? targetsOf([record]) : [];
  const groups = detailGroups(entity);
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
      <DetailHead titleId={titleId} id={id} record={record} rows={rows} />
      {hasCommands && target && (
        <Box sx={{ px: 3, pb: 1.5 }}>
          <CommandButtons entity={entity} record={target} />
        </Box>
      )}
      {related.length > 0 && (
        <Tabs
          value={chosen?.entity ?? ''}
          onChange={(_, tab: string) => url.openTab(tab === '' ? null : tab)}
          variant="scrollable"
          scrollButtons={false}
          sx={tabs}
        >
          <Tab value="" label={translate('screens.detail.fields')} />
          {related.map(({ other }) => (
            <Tab key={other.name} value={other.name} label={text(other.label)} />
          ))}
        </Tabs>
      )}
      <Box
        role={related.length > 0 ? 'tabpanel' : undefined}
        sx={{ flex: 1, minHeight: 0, overflow: 'auto', px: 3, py: 2.5 }}
      >
        {query.isError && (
          <Alert severity="error" role="alert" sx={{ mb: 2 }}>
            {query.error.message}
          </Alert>
        )}
        {!record && !query.isError && <Skeleton variant="rounded" height={360} />}
        {record && chosen && (
          <RelatedList
            key={`${chosen.entity} ${record.id}`}
            entity={chosen.other}
            related={chosen}
            match={record[chosen.our]}
          />
        )}
        {record && !chosen && (
          <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
            {groups.map((group) => (
              <DetailFields
                key={`${group.kind} ${record.id}`}
                group={group}
                record={record}
                alone={groups.filter(({ kind }) => kind !== 'wide').length === 1}
              />
            ))}
          </Box>
        )}
      </Box>
    </Drawer>
  );
};
