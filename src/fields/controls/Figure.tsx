import { Box } from '@mui/material';
import { isNothing, Nothing } from './Nothing';

const figures = { whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' } as const;

/** Six decimals are 10 cm of a degree; more is noise of the arithmetic. */
const DECIMALS = 6;

const said = (value: unknown) =>
  typeof value === 'number' ? String(Number(value.toFixed(DECIMALS))) : String(value);

/** A number as it is, its unit behind it in a quieter tone. */
export const Figure = ({ value, unit }: { value: unknown; unit?: string }) => {
  if (isNothing(value)) return <Nothing />;
  return (
    <Box component="span" sx={figures}>
      {said(value)}
      {unit && (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {/^[°%]/.test(unit) ? unit : ` ${unit}`}
        </Box>
      )}
    </Box>
  );
};
