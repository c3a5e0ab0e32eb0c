import { Alert, Box, Drawer, Skeleton } from '@mui/material';
import { type RaRecord, useTranslate } from 'ra-core';
import { useId } from 'react';
import { useReaderLocale, useText } from '../../../fields/controls/useText';
import { useTabTitle } from '../../shell';
import { titleOf } from '../parts/fieldsOf';
import { useScreen } from '../parts/ScreenContext';
import { useRecord } from '../parts/useRecord';
import { DetailButtons } from './DetailButtons';
import { DetailHead } from './DetailHead';
import { DetailTabs } from './DetailTabs';
import { OwnFields } from './OwnFields';
import { TabContent } from './TabContent';
import { useDetailTabs } from './useDetailTabs';

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
    if (tab.kind === 'history') return translate('screens.history.tab');
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
      <DetailHead titleId={titleId} id={id} record={record} rows={rows} />
      {record && <DetailButtons record={record} />}
      {all.length > 0 && (
        <DetailTabs
          tabs={[
            { key: '', label: translate('screens.detail.fields') },
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
    </Drawer>
  );
};
