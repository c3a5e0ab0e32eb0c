import { Box } from '@mui/material';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useSetting } from '../settings';

/** Marks the element that scrolls when the top bar does. */
export const SCROLLED = 'data-scrolled';

interface Props {
  /** For a page that fills the window and never scrolls. */
  framed: boolean;
  children: ReactNode;
}

/** Lets a page scroll, alone or together with the top bar, and come back where it was left. */
export const PageScroller = ({ framed, children }: Props) => {
  const [fixedHeader] = useSetting('fixedHeader');
  const alone = framed || fixedHeader;
  const box = useRef<HTMLDivElement>(null);
  const top = useRef(0);
  // A browser forgets where a hidden element was scrolled to.
  useLayoutEffect(() => {
    const scrolled = alone ? box.current : box.current?.closest(`[${SCROLLED}]`);
    if (!scrolled) return;
    scrolled.scrollTop = top.current;
    const remember = () => {
      top.current = scrolled.scrollTop;
    };
    scrolled.addEventListener('scroll', remember, { passive: true });
    return () => scrolled.removeEventListener('scroll', remember);
  }, [alone]);
  return (
    <Box
      ref={box}
      sx={{
        flex: 1,
        minWidth: 0,
        display: 'flex',
        flexDirection: 'column',
        ...(alone && { minHeight: 0, overflow: 'auto' }),
      }}
    >
      {children}
    </Box>
  );
};
