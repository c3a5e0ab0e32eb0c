import type { RaRecord } from 'ra-core';
import { useCallback, useMemo, useState } from 'react';
import type { AnyEntity } from '../../config';
import { DetailDrawer } from './detail/DetailDrawer';
import { EditDialog } from './form/EditDialog';
import { FormDialog } from './form/FormDialog';
import { EntityListView } from './list/EntityListView';
import { useEntityList } from './list/useEntityList';
import { ScreenContext } from './parts/ScreenContext';
import { useScreenUrl } from './parts/useScreenUrl';
import { useVerbs } from './parts/useVerbs';
import { DeleteDialog } from './remove/DeleteDialog';

/** The list and whatever is opened over it; what that is, the address says. */
export const ScreenBody = ({ entity, menuCode }: { entity: AnyEntity; menuCode: string }) => {
  const may = useVerbs(entity);
  const url = useScreenUrl();
  const { list, query } = useEntityList(entity, menuCode);
  const [doomed, setDoomed] = useState<readonly RaRecord[]>([]);
  const askDelete = useCallback((records: readonly RaRecord[]) => setDoomed(records), []);
  const screen = useMemo(
    () => ({ entity, menuCode, may, url, askDelete }),
    [entity, menuCode, may, url, askDelete],
  );
  const onDeleted = (deleted: boolean) => {
    setDoomed([]);
    if (!deleted) return;
    const gone = new Set(doomed.map(({ id }) => id));
    list.onSelect(list.selectedIds.filter((id) => !gone.has(id)));
    if (url.shown !== undefined && gone.has(url.shown)) url.closeDetail();
  };
  return (
    <ScreenContext value={screen}>
      <EntityListView list={list} query={query} />
      {url.shown !== undefined && <DetailDrawer id={url.shown} rows={list.data} />}
      {url.edited !== undefined && may.update && (
        <EditDialog key={url.edited} id={url.edited} rows={list.data} />
      )}
      {url.creating && may.add && <FormDialog />}
      {doomed.length > 0 && <DeleteDialog records={doomed} onDone={onDeleted} />}
    </ScreenContext>
  );
};
