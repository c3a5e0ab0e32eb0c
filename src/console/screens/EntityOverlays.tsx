import { type RaRecord, ResourceContextProvider } from 'ra-core';
import { useCallback, useMemo, useState } from 'react';
import { DetailDrawer } from './detail/DetailDrawer';
import { EditDialog } from './form/EditDialog';
import { FormDialog } from './form/FormDialog';
import { OverlaysContext, type OverlaysProps } from './parts/OverlaysContext';
import { ScreenContext } from './parts/ScreenContext';
import { useVerbs } from './parts/useVerbs';
import { DeleteDialog } from './remove/DeleteDialog';

/** Records in view and whatever is opened over them: a detail, a form, the question whether to delete. */
export const EntityOverlays = (props: OverlaysProps) => {
  const { entity, menuCode, url, rows, given, onDeleted, children } = props;
  const may = useVerbs(entity);
  const [doomed, setDoomed] = useState<readonly RaRecord[]>([]);
  const askDelete = useCallback((records: readonly RaRecord[]) => setDoomed(records), []);
  const screen = useMemo(
    () => ({ entity, menuCode, may, url, given, askDelete }),
    [entity, menuCode, may, url, given, askDelete],
  );
  const onDone = (deleted: readonly RaRecord[]) => {
    setDoomed([]);
    if (deleted.length === 0) return;
    onDeleted?.(deleted);
    if (deleted.some(({ id }) => id === url.shown)) url.closeDetail();
  };
  return (
    <ResourceContextProvider value={entity.name}>
      <OverlaysContext value={EntityOverlays}>
        <ScreenContext value={screen}>
          {children}
          {url.shown !== undefined && <DetailDrawer id={url.shown} rows={rows} />}
          {url.edited !== undefined && may.update && (
            <EditDialog key={url.edited} id={url.edited} rows={rows} />
          )}
          {url.creating && may.add && <FormDialog />}
          {doomed.length > 0 && <DeleteDialog records={doomed} onDone={onDone} />}
        </ScreenContext>
      </OverlaysContext>
    </ResourceContextProvider>
  );
};
