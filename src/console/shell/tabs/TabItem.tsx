import CloseIcon from '@mui/icons-material/Close';
import { Box, ButtonBase } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { KeyboardEvent, MouseEvent } from 'react';
import { Link } from 'react-router-dom';
import { placeOf } from './losses';
import { tabLook } from './tabLook';
import { isHeld, type Tab } from './tabsReducer';
import type { DragProps } from './useTabOrder';

interface Props {
  tab: Tab;
  title: string;
  isHere: boolean;
  /** Whether the Tab key stops here. */
  isStop: boolean;
  drag: DragProps;
  /** Missing for the one that never closes. */
  onClose: (() => void) | undefined;
  onKey: (event: KeyboardEvent<HTMLElement>) => void;
  onMenu: (event: MouseEvent) => void;
}

const MIDDLE = 1;

/** A visited page: a way to it, and a way to close it. */
export const TabItem = ({ tab, title, isHere, isStop, drag, onClose, onKey, onMenu }: Props) => {
  const translate = useTranslate();
  const onMiddle = (event: MouseEvent) => {
    if (event.button !== MIDDLE) return;
    event.preventDefault();
    onClose?.();
  };
  return (
    <Box
      component="li"
      {...drag}
      onContextMenu={onMenu}
      onAuxClick={onMiddle}
      // The browser would begin to scroll by itself.
      onMouseDown={(event) => event.button === MIDDLE && event.preventDefault()}
      sx={tabLook(isHere)}
    >
      <Box
        component={Link}
        to={placeOf(tab)}
        title={title}
        aria-current={isHere ? 'page' : undefined}
        aria-haspopup="menu"
        aria-keyshortcuts={onClose && 'Delete Shift+ArrowLeft Shift+ArrowRight'}
        tabIndex={isStop ? 0 : -1}
        draggable={false}
        onKeyDown={onKey}
      >
        <span className="mark" aria-hidden />
        <span className="title">{title}</span>
        {isHeld(tab) && (
          <Box component="span" sx={{ fontWeight: 700 }} title={translate('tabs.unsaved')}>
            {' *'}
          </Box>
        )}
      </Box>
      {onClose && (
        <ButtonBase
          aria-label={translate('tabs.closeNamed', { title })}
          tabIndex={-1}
          onClick={onClose}
        >
          <CloseIcon />
        </ButtonBase>
      )}
    </Box>
  );
};
