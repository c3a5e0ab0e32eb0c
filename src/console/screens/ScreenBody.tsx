import { useCallback } from 'react';
import type { AnyEntity } from '../../config';
import { type RecordAddress, RecordAddressContext } from '../../fields/controls/recordAddress';
import { useListAddress } from '../shell';
import { ActionProvider } from './actions';
import { EntityOverlays } from './EntityOverlays';
import { EntityListView } from './list/EntityListView';
import { useEntityList } from './list/useEntityList';
import { useScreenUrl } from './parts/useScreenUrl';

/** The list and whatever is opened over it; what that is, the address says. */
export const ScreenBody = ({ entity, menuCode }: { entity: AnyEntity; menuCode: string }) => {
  const url = useScreenUrl();
  const { list, query } = useEntityList(entity, menuCode);
  const listAddress = useListAddress();
  const recordAddress = useCallback<RecordAddress>(
    (name, id) => {
      const address = listAddress(name);
      return address && `${address}?show=${id}`;
    },
    [listAddress],
  );
  return (
    <RecordAddressContext value={recordAddress}>
      <ActionProvider>
        <EntityOverlays
          entity={entity}
          menuCode={menuCode}
          url={url}
          rows={list.data}
          onDeleted={(records) => {
            const gone = new Set(records.map(({ id }) => id));
            list.onSelect(list.selectedIds.filter((id) => !gone.has(id)));
          }}
        >
          <EntityListView list={list} query={query} />
        </EntityOverlays>
      </ActionProvider>
    </RecordAddressContext>
  );
};
