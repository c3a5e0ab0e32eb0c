import TemplateIcon from '@mui/icons-material/DescriptionOutlined';
import { Box, Button, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useDataProvider, useNotify, useTranslate } from 'ra-core';
import { type ConsoleDataProvider, saveFile } from '../../data';
import { useScreen } from '../parts/ScreenContext';

/** Saves an empty spreadsheet with the right columns. */
export const TemplateButton = () => {
  const { entity } = useScreen();
  const translate = useTranslate();
  const notify = useNotify();
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const { mutate, isPending } = useMutation({
    mutationFn: () => dataProvider.importTemplate(entity.name),
    onSuccess: saveFile,
    onError: (error) => notify(error.message, { type: 'error' }),
  });
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
      <Typography color="textSecondary" sx={{ flex: '1 1 240px' }}>
        {translate('screens.import.templateText')}
      </Typography>
      <Button
        variant="outlined"
        startIcon={<TemplateIcon />}
        loading={isPending}
        loadingPosition="start"
        onClick={() => mutate()}
      >
        {translate('screens.import.template')}
      </Button>
    </Box>
  );
};
