import { Box, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';

interface Props<Value extends string> {
  title: string;
  value: Value;
  choices: readonly { value: Value; label: string; icon?: ReactNode }[];
  onChoose: (value: Value) => void;
}

/** One of a few, side by side. */
export const OneOf = <Value extends string>({ title, value, choices, onChoose }: Props<Value>) => {
  const id = useId();
  return (
    <Box>
      <Typography id={id} component="p" variant="subtitle2" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <ToggleButtonGroup
        exclusive
        fullWidth
        size="small"
        value={value}
        aria-labelledby={id}
        onChange={(_, chosen: Value | null) => chosen !== null && onChoose(chosen)}
      >
        {choices.map((choice) => (
          <ToggleButton key={choice.value} value={choice.value} sx={{ px: 0.5, gap: 0.75 }}>
            {choice.icon}
            {choice.label}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Box>
  );
};
