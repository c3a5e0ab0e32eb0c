import { type SxProps, type Theme, Typography } from '@mui/material';
import { useListContext, useTranslate } from 'react-admin';
import { useText } from '../../../fields/views/reader';
import { useScreen } from '../screen';

/** Lines that say what the list does not hold. @param sx of each line */
export const ListNotes = ({ sx }: { readonly sx: SxProps<Theme> }) => {
  const { entity } = useScreen();
  const { meta } = useListContext();
  const translate = useTranslate();
  const text = useText();
  const line = { variant: 'body2', color: 'textSecondary', sx } as const;
  return (
    <>
      {meta?.growing && (
        <Typography role="status" {...line}>
          {translate('entity.list.growing')}
        </Typography>
      )}
      {entity.note && <Typography {...line}>{text(entity.note)}</Typography>}
    </>
  );
};
