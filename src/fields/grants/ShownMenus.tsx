import { Box, Chip, Typography } from '@mui/material';
import { useText } from '../controls/useText';
import type { ShownLine } from './shownTree';

const list = { listStyle: 'none', m: 0, p: 0 } as const;

const Line = ({ line: { menu, children }, top }: { line: ShownLine; top: boolean }) => {
  const text = useText();
  const buttons = menu.buttons ?? [];
  return (
    <Box component="li" sx={{ py: 0.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5 }}>
        <Box component="span" sx={{ fontWeight: top ? 600 : 400, mr: 0.5 }}>
          {menu.menu_name ?? menu.menu_code}
        </Box>
        {menu.hidden === 'true' && (
          <Typography variant="caption" color="textSecondary">
            {text(['not in the sidebar', '不在侧边栏显示'])}
          </Typography>
        )}
        {buttons.map(({ btnCode, btnName }) => (
          <Chip key={btnCode} label={btnName} size="small" variant="outlined" />
        ))}
      </Box>
      {children.length > 0 && (
        <Box component="ul" sx={{ ...list, pl: 2, ml: 0.5, borderLeft: 1, borderColor: 'divider' }}>
          {children.map((line) => (
            <Line key={line.menu.id} line={line} top={false} />
          ))}
        </Box>
      )}
    </Box>
  );
};

/** A sidebar with the buttons of each menu, to be read. */
export const ShownMenus = ({ lines, label }: { lines: readonly ShownLine[]; label: string }) => (
  <Box component="ul" aria-label={label} sx={list}>
    {lines.map((line) => (
      <Line key={line.menu.id} line={line} top />
    ))}
  </Box>
);
