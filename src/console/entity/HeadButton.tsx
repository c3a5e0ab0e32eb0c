import MoreIcon from '@mui/icons-material/MoreHoriz';
import {
  Button,
  type ButtonProps,
  IconButton,
  ListItemIcon,
  Tooltip,
  useMediaQuery,
} from '@mui/material';
import {
  type ComponentType,
  createContext,
  type MouseEvent,
  type ReactNode,
  useContext,
  useState,
} from 'react';
import { useTranslate } from 'react-admin';
import { Menu, MenuItem, usePopup } from '../look/menus';
import { CompactColumnsContext } from './list/state/columns';
import { useIsBesidePanel } from './screen';

interface Props
  extends Pick<
    ButtonProps,
    'loading' | 'disabled' | 'autoFocus' | 'aria-haspopup' | 'aria-expanded'
  > {
  readonly label: string;
  readonly icon: ComponentType<{ fontSize?: 'small' | 'inherit' }>;
  readonly onClick?: (event: Pick<MouseEvent<HTMLElement>, 'currentTarget'>) => void;
}

/** Below it, the buttons of a list's head with their words would take a second line. */
const NARROW = '(max-width: 1439.95px)';

interface ToolMenu {
  /** Button of the menu, from which the popups of its tools hang. */
  readonly anchor: HTMLElement | null;
  readonly close: () => void;
}

const ToolMenuContext = createContext<ToolMenu | null>(null);

/**
 * Button in a list's head or bulk bar. It shows only its icon below 1440 px, beside a map and beside a detail panel, and
 * is an item of a menu within `HeadMenu`.
 */
export const HeadButton = (props: Props) => {
  const { label, icon: Icon, autoFocus, ...button } = props;
  const menu = useContext(ToolMenuContext);
  const isBesideMap = useContext(CompactColumnsContext) !== null;
  const isBesidePanel = useIsBesidePanel();
  const isNarrow = useMediaQuery(NARROW, { noSsr: true });
  if (menu) return <ToolItem {...props} menu={menu} />;
  if (isNarrow || isBesideMap || isBesidePanel) return <HeadIconButton {...props} />;
  return (
    <Button size="small" color="inherit" startIcon={<Icon />} loadingPosition="start" {...button}>
      {label}
    </Button>
  );
};

export const HeadIconButton = ({ label, icon: Icon, autoFocus, ...button }: Props) => (
  <Tooltip title={label}>
    <span>
      <IconButton size="small" aria-label={label} {...button} sx={{ color: 'text.secondary' }}>
        <Icon fontSize="small" />
      </IconButton>
    </span>
  </Tooltip>
);

const ToolItem = ({ label, icon: Icon, menu, ...item }: Props & { readonly menu: ToolMenu }) => (
  <MenuItem
    autoFocus={item.autoFocus}
    disabled={item.disabled || item.loading === true}
    onClick={() => {
      menu.close();
      if (menu.anchor) item.onClick?.({ currentTarget: menu.anchor });
    }}
  >
    <ListItemIcon>
      <Icon fontSize="small" />
    </ListItemIcon>
    {label}
  </MenuItem>
);

/** One button for tools, each a `HeadButton`, as a menu. Their own popups outlive it. */
export const HeadMenu = ({ children }: { readonly children: ReactNode }) => {
  const label = useTranslate()('entity.list.tools');
  const { button, popup, close } = usePopup();
  const { anchorEl } = popup;
  const [anchor, setAnchor] = useState(anchorEl);
  if (anchorEl && anchorEl !== anchor) setAnchor(anchorEl);
  return (
    <ToolMenuContext value={{ anchor, close }}>
      <HeadIconButton label={label} icon={MoreIcon} {...button} />
      <Menu {...popup} anchorEl={anchor} keepMounted>
        {children}
      </Menu>
    </ToolMenuContext>
  );
};
