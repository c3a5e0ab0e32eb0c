import CloseIcon from '@mui/icons-material/Close';
import { Box, ButtonBase, type Theme } from '@mui/material';
import {
  type HTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { useTabStrip, useTabs } from './TabsProvider';
import { hasUnsavedChanges, type Tab, tabAddress } from './tabsReducer';

interface Props {
  tab: Tab;
  title: string;
  isHere: boolean;
  isStop: boolean;
  drag: DragProps;
  /** Undefined for the home tab, which never closes. */
  onClose: (() => void) | undefined;
  onKey: (event: KeyboardEvent<HTMLElement>) => void;
  onMenu: (event: MouseEvent) => void;
}

const MIDDLE = 1;

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
      // The middle button would start the browser's autoscroll.
      onMouseDown={(event) => event.button === MIDDLE && event.preventDefault()}
      sx={tabLook(isHere)}
    >
      <Box
        component={Link}
        to={tabAddress(tab)}
        title={title}
        aria-current={isHere ? 'page' : undefined}
        aria-haspopup="menu"
        aria-keyshortcuts={onClose && 'Delete Shift+ArrowLeft Shift+ArrowRight'}
        tabIndex={isStop ? 0 : -1}
        draggable={false}
        onKeyDown={onKey}
      >
        <span className="title">{title}</span>
        {hasUnsavedChanges(tab) && (
          <Box component="span" sx={{ fontWeight: 600 }} title={translate('tabs.unsaved')}>
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

/** Style of a tab; the active one differs in background, weight and a line at its upper edge. */
const tabLook =
  (isHere: boolean) =>
  ({ palette }: Theme) =>
    ({
      flex: 'none',
      display: 'flex',
      alignItems: 'center',
      height: '100%',
      maxWidth: 220,
      // Each tab has the border, so that none changes its width when it becomes the active one.
      border: `0 solid ${isHere ? palette.divider : 'transparent'}`,
      borderInlineWidth: 1,
      boxShadow: isHere ? `inset 0 2px ${palette.brand}` : 'none',
      backgroundColor: isHere ? palette.background.paper : 'transparent',
      color: isHere ? palette.text.primary : palette.text.secondary,
      fontSize: '0.75rem',
      fontWeight: isHere ? 600 : 400,
      '&:hover': isHere ? {} : { backgroundColor: palette.action.hover },
      '& a': {
        display: 'flex',
        alignItems: 'center',
        minWidth: 0,
        height: '100%',
        padding: '0 8px',
        color: 'inherit',
        textDecoration: 'none',
        whiteSpace: 'nowrap',
        borderRadius: '5px',
      },
      '& a:focus-visible': { outlineOffset: -2 },
      '& a + button': { marginLeft: '-4px' },
      '& .title': { overflow: 'hidden', textOverflow: 'ellipsis' },
      '& button': {
        flex: 'none',
        width: 24,
        height: 24,
        borderRadius: '50%',
        '& svg': { fontSize: 14, padding: '1px', borderRadius: '50%' },
        '&:hover svg': { backgroundColor: palette.action.selected },
      },
    }) as const;

type DragProps = Pick<
  HTMLAttributes<HTMLElement>,
  'draggable' | 'onDragStart' | 'onDragOver' | 'onDragEnd'
>;

/**
 * Reorders the tabs by drag and drop or by keys; home keeps its place.
 * @param focus focuses the tab at an index
 */
export const useTabOrder = (focus: (at: number) => void) => {
  const { state, dispatch } = useTabs();
  const { tabs } = useTabStrip();
  const [dragged, setDragged] = useState<string>();
  const movedPath = useRef<string>(undefined);
  const indexOf = (path: string | undefined) => tabs.findIndex((tab) => tab.path === path);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a tab that is moved in the document loses the focus
  useEffect(() => {
    if (movedPath.current !== undefined) focus(indexOf(movedPath.current));
    movedPath.current = undefined;
  }, [tabs]);

  const step = (path: string, by: 1 | -1) => {
    movedPath.current = path;
    dispatch({ type: 'reorder', path, to: indexOf(path) + by });
  };
  const dragOf = (path: string): DragProps => ({
    draggable: path !== state.home,
    onDragStart: ({ dataTransfer }) => {
      dataTransfer.effectAllowed = 'move';
      setDragged(path);
    },
    onDragOver: (event) => {
      if (dragged === undefined) return;
      event.preventDefault();
      const from = indexOf(dragged);
      const to = indexOf(path);
      const { left, width } = event.currentTarget.getBoundingClientRect();
      // Only past the middle: tabs differ in width, and an earlier swap would swap back.
      const isPast = event.clientX > left + width / 2;
      if (from !== to && isPast === from < to) dispatch({ type: 'reorder', path: dragged, to });
    },
    onDragEnd: () => setDragged(undefined),
  });
  return { step, dragOf };
};
