import EmptyIcon from '@mui/icons-material/InboxOutlined';
import NoMatchIcon from '@mui/icons-material/SearchOff';
import { Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useText } from '../../../fields/controls/useText';
import { useScreen } from '../parts/ScreenContext';
import { ListNotice } from './ListNotice';
import { activeFilters } from './listFilter';
import type { List } from './useEntityList';

/** Why a list is empty: nothing is there yet, or nothing matches the filters. */
export const NoRows = ({ list }: { list: List }) => {
  const { entity, may, url } = useScreen();
  const translate = useTranslate();
  const text = useText();
  const name = text(entity.label);
  const filtered = activeFilters(entity, list.filter) > 0;
  if (filtered) {
    return (
      <ListNotice
        icon={NoMatchIcon}
        title={translate('screens.empty.noMatch')}
        text={
          list.isInitialFilter
            ? [
                translate('screens.empty.noRecent'),
                ...(entity.empty ? [text(entity.empty)] : []),
              ].join(' ')
            : translate('screens.empty.noMatchText')
        }
      >
        <Button variant="outlined" onClick={list.clearFilter}>
          {translate('screens.filter.clear')}
        </Button>
      </ListNotice>
    );
  }
  return (
    <ListNotice
      icon={EmptyIcon}
      title={translate('screens.empty.none')}
      text={
        entity.empty
          ? text(entity.empty)
          : translate(may.add ? 'screens.empty.addFirst' : 'screens.empty.noneYet', { name })
      }
    >
      {may.add && (
        <Button variant="contained" onClick={url.create}>
          {translate('screens.create')}
        </Button>
      )}
    </ListNotice>
  );
};
