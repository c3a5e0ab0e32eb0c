import { Box } from '@mui/material';
import { isNothing, Nothing } from './Nothing';

const figures = { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' } as const;

/** A number as it is, its unit behind it in a quieter tone. */
export const Figure = ({ value, unit }: { value: unknown; unit?: string }) => {
  if (isNothing(value)) return <Nothing />;
  return (
    <Box component="span" sx={figures}>
      {String(value)}
      {unit && (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {/^[°%]/.test(unit) ? unit : ` ${unit}`}
        </Box>
      )}
    </Box>
  );
};
