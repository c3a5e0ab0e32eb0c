import { Box } from '@mui/material';
import { type MarkedText, pieces } from './find';

/** A text with its matches marked, by ground and weight. */
export const Marked = ({ value }: { value: MarkedText }) =>
  pieces(value).map(({ text, marked }, i) =>
    marked ? (
      <Box
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name than their place
        key={i}
        component="mark"
        sx={({ palette }) => ({
          color: palette.text.primary,
          fontWeight: 700,
          borderRadius: '3px',
          bgcolor: `color-mix(in srgb, ${palette.primary.main} 20%, transparent)`,
        })}
      >
        {text}
      </Box>
    ) : (
      text
    ),
  );
