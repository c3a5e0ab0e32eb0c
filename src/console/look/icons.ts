import AccountTree from '@mui/icons-material/AccountTreeOutlined';
import AdminPanelSettings from '@mui/icons-material/AdminPanelSettingsOutlined';
import Article from '@mui/icons-material/ArticleOutlined';
import BarChart from '@mui/icons-material/BarChartOutlined';
import Block from '@mui/icons-material/BlockOutlined';
import Bluetooth from '@mui/icons-material/BluetoothOutlined';
import Business from '@mui/icons-material/BusinessOutlined';
import Cancel from '@mui/icons-material/CancelOutlined';
import Category from '@mui/icons-material/CategoryOutlined';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import CreditCard from '@mui/icons-material/CreditCardOutlined';
import DataObject from '@mui/icons-material/DataObjectOutlined';
import DynamicFeed from '@mui/icons-material/DynamicFeedOutlined';
import EventRepeat from '@mui/icons-material/EventRepeatOutlined';
import Factory from '@mui/icons-material/FactoryOutlined';
import Fence from '@mui/icons-material/FenceOutlined';
import Download from '@mui/icons-material/FileDownloadOutlined';
import Folder from '@mui/icons-material/FolderOutlined';
import History from '@mui/icons-material/HistoryOutlined';
import Home from '@mui/icons-material/HomeOutlined';
import Link from '@mui/icons-material/LinkOutlined';
import ListAlt from '@mui/icons-material/ListAltOutlined';
import LockOpen from '@mui/icons-material/LockOpenOutlined';
import Lock from '@mui/icons-material/LockOutlined';
import LockReset from '@mui/icons-material/LockResetOutlined';
import Mail from '@mui/icons-material/MailOutlined';
import MapIcon from '@mui/icons-material/MapOutlined';
import Memory from '@mui/icons-material/MemoryOutlined';
import MenuBook from '@mui/icons-material/MenuBookOutlined';
import NotificationsActive from '@mui/icons-material/NotificationsActiveOutlined';
import NotificationsOff from '@mui/icons-material/NotificationsOffOutlined';
import Password from '@mui/icons-material/PasswordOutlined';
import Person from '@mui/icons-material/PersonOutlined';
import Place from '@mui/icons-material/PlaceOutlined';
import Public from '@mui/icons-material/PublicOutlined';
import Replay from '@mui/icons-material/ReplayOutlined';
import RestartAlt from '@mui/icons-material/RestartAltOutlined';
import Rule from '@mui/icons-material/RuleOutlined';
import Send from '@mui/icons-material/SendOutlined';
import Sensors from '@mui/icons-material/SensorsOutlined';
import Settings from '@mui/icons-material/SettingsOutlined';
import Share from '@mui/icons-material/ShareOutlined';
import SimCard from '@mui/icons-material/SimCardOutlined';
import Sms from '@mui/icons-material/SmsOutlined';
import StickyNote2 from '@mui/icons-material/StickyNote2Outlined';
import SwapHoriz from '@mui/icons-material/SwapHorizOutlined';
import SystemUpdateAlt from '@mui/icons-material/SystemUpdateAltOutlined';
import Tune from '@mui/icons-material/TuneOutlined';
import UploadFile from '@mui/icons-material/UploadFileOutlined';
import Vibration from '@mui/icons-material/VibrationOutlined';
import VpnKey from '@mui/icons-material/VpnKeyOutlined';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';
import type { IconName } from '../../config';

type Icon = ComponentType<SvgIconProps>;

/** Icons of menus and declarations. They are imported one by one: the barrel is a thousand times larger. */
const icons: Readonly<Record<IconName, Icon>> = {
  alarm: NotificationsActive,
  batch: DynamicFeed,
  bluetooth: Bluetooth,
  cancel: Cancel,
  card: CreditCard,
  category: Category,
  change: SwapHoriz,
  chart: BarChart,
  chip: Memory,
  dict: MenuBook,
  disable: Block,
  download: Download,
  enable: CheckCircle,
  factory: Factory,
  fence: Fence,
  history: History,
  home: Home,
  key: VpnKey,
  link: Link,
  list: ListAlt,
  lock: Lock,
  log: Article,
  mail: Mail,
  map: MapIcon,
  menu: AccountTree,
  mute: NotificationsOff,
  note: StickyNote2,
  org: Business,
  params: DataObject,
  password: Password,
  person: Person,
  place: Place,
  renew: EventRepeat,
  reset: LockReset,
  restart: RestartAlt,
  retry: Replay,
  role: AdminPanelSettings,
  rule: Rule,
  seal: Lock,
  send: Send,
  sensor: Sensors,
  settings: Settings,
  share: Share,
  sim: SimCard,
  sms: Sms,
  tune: Tune,
  unseal: LockOpen,
  upgrade: SystemUpdateAlt,
  upload: UploadFile,
  vibration: Vibration,
  world: Public,
};

/** Returns the icon of a name; a folder for a name of another icon set, which customers' menus may have. */
export const iconOf = (name = ''): Icon =>
  Object.hasOwn(icons, name) ? icons[name as IconName] : Folder;
