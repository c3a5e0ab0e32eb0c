import ErrorIcon from '@mui/icons-material/CloudOffOutlined';
import EmptyIcon from '@mui/icons-material/InboxOutlined';
import ForbiddenIcon from '@mui/icons-material/LockOutlined';
import NoMatchIcon from '@mui/icons-material/SearchOff';
import { Button } from '@mui/material';
import type { ComponentProps } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { useNoun, useText } from '../../../fields/views/reader';
import { ApiError } from '../../../protocol';
import { Notice } from '../../look/Notice';
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
      <Notice
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
      </Notice>
    );
  }
  return (
    <Notice
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
    </Notice>
  );
};

/** Notice of a failed list: no permission, or no connection. */
export const ListFailure = ({ error, onRetry }: { error: Error; onRetry: () => void }) => {
  const translate = useTranslate();
  if (error instanceof ApiError && error.code === 'noPermission') {
    return (
      <Notice
        icon={ForbiddenIcon}
        title={translate('entity.forbidden.title')}
        text={translate('entity.forbidden.text')}
      />
    );
  }
  return (
    <Notice icon={ErrorIcon} title={translate('entity.failure.title')} text={error.message} urgent>
      <Button variant="outlined" onClick={onRetry}>
        {translate('pages.retry')}
      </Button>
    </Notice>
  );
};

/** Notice in place of the records of a detail. @param children button that adds one */
export const NoRelatedRows = ({
  text,
  children,
}: Pick<ComponentProps<typeof Notice>, 'text' | 'children'>) => (
  <Notice icon={EmptyIcon} title={useTranslate()('entity.empty.none')} text={text}>
    {children}
  </Notice>
);
