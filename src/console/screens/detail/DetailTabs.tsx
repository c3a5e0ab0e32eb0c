import MoreIcon from '@mui/icons-material/ExpandMore';
import { Box, IconButton, Menu, MenuItem, Tab, Tabs, Tooltip } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useState } from 'react';

interface Named {
  /** '' for the record's own values. */
  readonly key: string;
  readonly label: string;
}

interface Props {
  readonly tabs: readonly Named[];
  readonly chosen: string;
  readonly onChoose: (key: string) => void;
}

/** So many fit beside each other on a phone; more can also be chosen from a menu. */
const FIT = 4;

const look = {
  flex: 1,
  minWidth: 0,
  '& .MuiTab-root': { minWidth: 0, px: 1.5 },
} as const;

/** The tabs of a detail in one line that scrolls, and all of them in a menu where the line may be too short. */
export const DetailTabs = ({ tabs, chosen, onChoose }: Props) => {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const all = translate('screens.detail.allTabs');
  const pick = (key: string) => {
    setAnchor(null);
    onChoose(key);
  };
  return (
    <Box sx={{ display: 'flex', px: 1.5, flex: 'none', borderBottom: 1, borderColor: 'divider' }}>
      <Tabs
        value={chosen}
        onChange={(_, key: string) => onChoose(key)}
        variant="scrollable"
        // They take room only once they are measured, and push the chosen tab out of view by it.
        scrollButtons={false}
        sx={look}
      >
        {tabs.map(({ key, label }) => (
          <Tab key={key} value={key} label={label} />
        ))}
      </Tabs>
      {tabs.length > FIT && (
        <>
          <Tooltip title={all}>
            <IconButton
              size="small"
              aria-label={all}
              aria-haspopup="menu"
              aria-expanded={anchor !== null}
              onClick={(event) => setAnchor(event.currentTarget)}
              sx={{ alignSelf: 'center', ml: 0.5 }}
            >
              <MoreIcon fontSize="small" />
            </IconButton>
          </Tooltip>
          <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
            {tabs.map(({ key, label }) => (
              <MenuItem key={key} selected={key === chosen} onClick={() => pick(key)}>
                {label}
              </MenuItem>
            ))}
          </Menu>
        </>
      )}
    </Box>
  );
};
