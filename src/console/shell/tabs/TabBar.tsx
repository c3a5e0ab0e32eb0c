import ListIcon from '@mui/icons-material/ExpandMore';
import { Box } from '@mui/material';
import {
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { loadable } from '../../../fields/views/loadable';
import { useIsTitledByTab } from '../../app';
import { useWidth } from '../../look/useWidth';
import { BarMenu } from '../BarButton';
import { TabItem, useTabOrder } from './TabItem';
import type { MenuPosition } from './TabMenu';
import { useTabStrip, useTabs } from './TabsProvider';
import { tabAddress } from './tabsReducer';

const TabMenu = loadable(() => import('./TabMenu'), 'TabMenu');

/** Height in px. */
const HEIGHT = 34;

/** Tabs of the visited pages with a roving tab stop: the arrow keys move between them. */
export const TabBar = () => {
  const isNamed = useIsTitledByTab();
  return isNamed ? <Bar /> : null;
};

const Bar = () => {
  const translate = useTranslate();
  const { state, choose, titleOf } = useTabs();
  const { tabs, here } = useTabStrip();
  const [menu, setMenu] = useState<MenuPosition>();
  const index = tabs.findIndex(({ path }) => path === here);
  const strip = useScrolled(index, here, tabs.length);
  const frame = useRef<HTMLElement>(null);
  const width = useWidth(frame);
  const [isCut, setCut] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other tabs or titles have another width
  useLayoutEffect(() => setCut((strip.current?.scrollWidth ?? 0) > width), [strip, width, tabs]);

  const focus = (at: number) => {
    const links = strip.current?.querySelectorAll<HTMLElement>('a') ?? [];
    links[Math.max(0, Math.min(at, links.length - 1))]?.focus();
  };
  const { step, dragOf } = useTabOrder(focus);
  const close = (path: string) => {
    if (path !== state.home) choose({ type: 'close', path });
  };
  const press = (event: KeyboardEvent<HTMLElement>, path: string, at: number) => {
    const { key, shiftKey, currentTarget } = event;
    if (key === 'ArrowLeft' && shiftKey) step(path, -1);
    else if (key === 'ArrowRight' && shiftKey) step(path, 1);
    else if (key === 'ArrowLeft') focus(at - 1);
    else if (key === 'ArrowRight') focus(at + 1);
    else if (key === 'Home') focus(0);
    else if (key === 'End') focus(tabs.length - 1);
    else if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) openAt(currentTarget, path);
    else if (key === 'Delete') {
      // Closing the tab drops the focus, so move it to a neighbour.
      if (path !== state.home) focus(at === 0 ? 1 : at - 1);
      close(path);
    } else return;
    event.preventDefault();
  };
  const openAt = (element: HTMLElement, path: string) => {
    const { left, bottom } = element.getBoundingClientRect();
    setMenu({ path, left, top: bottom });
  };
  const openAtPointer = (event: MouseEvent, path: string) => {
    event.preventDefault();
    setMenu({ path, left: event.clientX, top: event.clientY });
  };

  return (
    <Box
      component="nav"
      aria-label={translate('tabs.label')}
      ref={frame}
      sx={{
        flex: 'none',
        display: 'flex',
        height: HEIGHT,
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: 'chrome',
      }}
    >
      <Box
        component="ul"
        ref={strip}
        sx={{
          position: 'relative',
          flex: 1,
          minWidth: 0,
          display: 'flex',
          gap: 0.25,
          height: 1,
          m: 0,
          px: 1.25,
          overflow: 'auto hidden',
          scrollbarWidth: 'none',
          listStyle: 'none',
        }}
      >
        {tabs.map((tab, at) => (
          <TabItem
            key={tab.path}
            tab={tab}
            title={titleOf(tab)}
            isHere={at === index}
            isStop={at === Math.max(0, index)}
            drag={dragOf(tab.path)}
            onClose={tab.path === state.home ? undefined : () => close(tab.path)}
            onKey={(event) => press(event, tab.path, at)}
            onMenu={(event) => openAtPointer(event, tab.path)}
          />
        ))}
      </Box>
      {isCut && <TabList />}
      {menu && <TabMenu position={menu} onClose={() => setMenu(undefined)} />}
    </Box>
  );
};

/** Menu of all tabs, for those that the strip cuts off. */
const TabList = () => {
  const navigate = useNavigate();
  const { titleOf } = useTabs();
  const { tabs, here } = useTabStrip();
  return (
    <Box sx={{ flex: 'none', '& > button': { width: 40, height: HEIGHT - 2 } }}>
      <BarMenu
        label={useTranslate()('tabs.list')}
        icon={<ListIcon />}
        items={tabs.map((tab) => ({
          key: tab.path,
          label: titleOf(tab),
          selected: tab.path === here,
          onChoose: () => navigate(tabAddress(tab)),
        }))}
      />
    </Box>
  );
};

/**
 * Scrolls the strip horizontally with the wheel, and to the active tab and its neighbours.
 * @param index of the active tab; -1 for none
 * @param here active path: if a new tab replaces an old one, neither index nor count changes
 */
const useScrolled = (index: number, here: string, count: number) => {
  const strip = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const element = strip.current;
    if (!element) return;
    const turn = (event: WheelEvent) => {
      if (element.scrollWidth <= element.clientWidth || event.ctrlKey) return;
      // React's wheel listeners are passive and could not keep the page from scrolling.
      event.preventDefault();
      element.scrollLeft += event.deltaX + event.deltaY;
    };
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab, or number of them, moves the one in use
  useEffect(() => {
    const element = strip.current;
    if (!element || index < 0) return;
    const items = Array.from(element.children) as HTMLElement[];
    const boxes = items.map(({ offsetLeft, offsetWidth }) => ({
      left: offsetLeft,
      width: offsetWidth,
    }));
    const { scrollLeft, clientWidth, scrollWidth } = element;
    element.scrollLeft = scrollTarget(boxes, index, {
      scrollLeft,
      width: clientWidth,
      scrollWidth,
    });
  }, [index, here, count]);
  return strip;
};

/** Distance between a tab and the edge, px. */
const GAP = 4;

/**
 * Returns the nearest scroll position that shows a tab and both its neighbours. The first tab scrolls to the start, the
 * last one to the end.
 * @param boxes positions of the tabs in the strip, px
 */
export const scrollTarget = (
  boxes: readonly Pick<DOMRect, 'left' | 'width'>[],
  index: number,
  strip: { readonly scrollLeft: number; readonly width: number; readonly scrollWidth: number },
): number => {
  const before = boxes[index - 1];
  const after = boxes[index + 1];
  const end = Math.max(0, strip.scrollWidth - strip.width);
  if (!before) return 0;
  if (!after) return end;
  const least = after.left + after.width + GAP - strip.width;
  const maxScroll = Math.max(0, before.left - GAP);
  // If the three do not fit, the previous tab has precedence over the next one.
  return Math.min(Math.max(strip.scrollLeft, least), maxScroll, end);
};
