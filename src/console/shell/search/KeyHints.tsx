import { Box } from '@mui/material';
import { useTranslate } from 'ra-core';

interface Props {
  readonly hasMap: boolean;
}

const Hint = ({ keys, text }: { keys: string; text: string }) => (
  <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
    <Box
      component="kbd"
      sx={{
        fontFamily: 'inherit',
        fontSize: '0.6875rem',
        px: 0.75,
        border: 1,
        borderColor: 'divider',
        borderRadius: 0.5,
      }}
    >
      {keys}
    </Box>
    {text}
  </Box>
);

/** Which keys do what. */
export const KeyHints = ({ hasMap }: Props) => {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'flex', gap: 2 }}>
      <Hint keys="↑ ↓" text={translate('search.keys.move')} />
      <Hint keys="Enter" text={translate('search.keys.choose')} />
      {hasMap && <Hint keys="→" text={translate('search.keys.map')} />}
      <Hint keys="Esc" text={translate('search.keys.close')} />
    </Box>
  );
};
