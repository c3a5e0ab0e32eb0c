import ExportIcon from '@mui/icons-material/FileDownloadOutlined';
import { useMutation } from '@tanstack/react-query';
import { useDataProvider, useNotify, useTranslate } from 'ra-core';
import type { ConsoleDataProvider } from '../../data';
import { withPeriods } from '../list/listFilter';
import type { List } from '../list/useEntityList';
import { HeadButton } from '../parts/HeadButton';
import { useScreen } from '../parts/ScreenContext';
import { saveFile } from '../parts/saveFile';

/** Saves all rows that match the filters, not just those in view, as the server writes them. */
export const ExportButton = ({ list }: { list: List }) => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const notify = useNotify();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      dataProvider.exportFile(entity.name, {
        filter: withPeriods(list.filter, Date.now()),
        sort: { ...list.sort },
      }),
    onSuccess: (file) => {
      saveFile(file);
      notify('screens.export.done', { type: 'success', messageArgs: { name: file.name } });
    },
    onError: (error) => notify(error.message, { type: 'error' }),
  });
  return (
    <HeadButton
      label={translate(isPending ? 'screens.export.running' : 'screens.export.button')}
      icon={ExportIcon}
      onClick={() => mutate()}
      busy={isPending}
      disabled={list.total === 0}
    />
  );
};
