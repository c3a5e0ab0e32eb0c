import { useMutation } from '@tanstack/react-query';
import { useDataProvider, useNotify, useTranslate } from 'ra-core';
import { useText } from '../../../fields/controls/useText';
import { type ConsoleDataProvider, type ExportQuery, saveFile, useExports } from '../../data';
import { useScreen } from '../parts/ScreenContext';

/** Asks the server for a spreadsheet: saves it, or follows the job that writes it. */
export const useExport = () => {
  const { entity, menuCode } = useScreen();
  const translate = useTranslate();
  const text = useText();
  const notify = useNotify();
  const exports = useExports();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  return useMutation({
    mutationFn: (query: ExportQuery) => dataProvider.exportFile(entity.name, query),
    onSuccess: (answer) => {
      if ('job' in answer) {
        exports.follow(
          Number(answer.job),
          translate(`menus.${menuCode}`, { _: text(entity.label) }),
        );
        return;
      }
      saveFile(answer.file);
      notify('screens.export.done', {
        type: 'success',
        messageArgs: { name: answer.file.name },
      });
    },
    onError: (error) => notify(error.message, { type: 'error' }),
  });
};
