import AddIcon from '@mui/icons-material/Add';
import { Button, Menu, MenuItem } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import { useText } from '../../../../fields/controls/useText';
import type { EditableField } from './editableMany';

interface Props {
  readonly fields: readonly EditableField[];
  readonly onPick: (name: string) => void;
}

/** Picks one more field to change; nothing once all are picked. */
export const FieldPicker = ({ fields, onPick }: Props) => {
  const translate = useTranslate();
  const text = useText();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const picked = useRef<string>(undefined);
  // Until the menu is gone it would take the focus from the new input.
  const tell = () => {
    const name = picked.current;
    picked.current = undefined;
    if (name !== undefined) onPick(name);
  };
  if (fields.length === 0) return null;
  return (
    <>
      <Button
        size="small"
        startIcon={<AddIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ alignSelf: 'flex-start' }}
      >
        {translate('screens.editMany.pick')}
      </Button>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        disableRestoreFocus
        slotProps={{ transition: { onExited: tell } }}
      >
        {fields.map(({ name, field }) => (
          <MenuItem
            key={name}
            onClick={() => {
              picked.current = name;
              setAnchor(null);
            }}
          >
            {text(field.label)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
};
