import ErrorIcon from '@mui/icons-material/CloudOffOutlined';
import EmptyIcon from '@mui/icons-material/InboxOutlined';
import ForbiddenIcon from '@mui/icons-material/LockOutlined';
import NoMatchIcon from '@mui/icons-material/SearchOff';
import { Box, Button, Typography } from '@mui/material';
import type { ComponentType, ReactNode } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { useNoun, useText } from '../../../fields/views/reader';
import { ApiError } from '../../../protocol';
import { useScreen } from '../screen';
import { activeFilters } from './state/listState';
import { useEntityList } from './state/useEntityList';

/** Notice of an empty list: there are no records yet, or none matches the filters. */
export const NoRows = () => {
  const { setFilters } = useListContext();
  const { state, isInitialFilter } = useEntityList();
  const { entity, may, url } = useScreen();
  const translate = useTranslate();
  const text = useText();
  const name = useNoun()(entity, 2);
  // The text of an empty list explains how to add records, so show it only to operators who may.
  const isBarred = entity.verbs.includes('add') && !may.add;
  const filtered = activeFilters(entity, state.filter) > 0;
  if (filtered) {
    return (
      <ListNotice
        icon={NoMatchIcon}
        title={translate('entity.empty.noMatch')}
        text={
          isInitialFilter
            ? [
                translate('entity.empty.noRecent'),
                ...(entity.empty ? [text(entity.empty)] : []),
              ].join('\n')
            : translate('entity.empty.noMatchText')
        }
      >
        <Button variant="outlined" onClick={() => setFilters({})}>
          {translate('ra.navigation.clear_filters')}
        </Button>
      </ListNotice>
    );
  }
  return (
    <ListNotice
      icon={EmptyIcon}
      title={translate('entity.empty.none')}
      text={
        entity.empty && !isBarred
          ? text(entity.empty)
          : translate(may.add ? 'entity.empty.addFirst' : 'entity.empty.noneYet', { name })
      }
    >
      {may.add && (
        <Button variant="contained" onClick={url.create}>
          {translate('entity.create')}
        </Button>
      )}
    </ListNotice>
  );
};

/** Notice of a failed list: no permission, or no connection. */
export const ListFailure = ({ error, onRetry }: { error: Error; onRetry: () => void }) => {
  const translate = useTranslate();
  if (error instanceof ApiError && error.code === 'noPermission') {
    return (
      <ListNotice
        icon={ForbiddenIcon}
        title={translate('entity.forbidden.title')}
        text={translate('entity.forbidden.text')}
      />
    );
  }
  return (
    <ListNotice
      icon={ErrorIcon}
      title={translate('entity.failure.title')}
      text={error.message}
      urgent
    >
      <Button variant="outlined" onClick={onRetry}>
        {translate('pages.retry')}
      </Button>
    </ListNotice>
  );
};

/** Notice in place of the records of a detail. @param children button that adds one */
export const NoRelatedRows = ({ text, children }: Pick<ListNoticeProps, 'text' | 'children'>) => (
  <ListNotice icon={EmptyIcon} title={useTranslate()('entity.empty.none')} text={text}>
    {children}
  </ListNotice>
);

interface ListNoticeProps {
  readonly icon: ComponentType<{ sx?: object }>;
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
  readonly urgent?: boolean;
}

/** Balanced lines, so that the last one does not consist of a single word or Chinese character. */
const prose = {
  maxWidth: 440,
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-line',
  textWrap: 'balance',
} as const;

const ListNotice = ({ icon: Icon, title, text, children, urgent = false }: ListNoticeProps) => (
  <Box
    role={urgent ? 'alert' : 'status'}
    sx={{
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'center',
      justifyContent: 'center',
      gap: 1,
      minHeight: 280,
      px: 3,
      py: 5,
      textAlign: 'center',
    }}
  >
    <Icon sx={{ fontSize: 44, color: urgent ? 'error.main' : 'text.disabled', mb: 0.5 }} />
    <Typography variant="h5" component="h2">
      {title}
    </Typography>
    {text && (
      <Typography color="textSecondary" sx={prose}>
        {text}
      </Typography>
    )}
    {children && <Box sx={{ display: 'flex', gap: 1, mt: 1.5 }}>{children}</Box>}
  </Box>
);
