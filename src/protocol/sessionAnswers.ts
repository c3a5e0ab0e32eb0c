/** The organisation of an operator. */
export interface OrgVO {
  id: number;
  org_name: string;
  /** Path under imageServerUrl. */
  logo: string | null;
}

/** The operator who is signed in. Id 1 is the system administrator. */
export interface OperVO {
  id: number;
  operName: string;
  loginName: string;
  operCode?: string;
  operPhone?: string | null;
  roleName?: string;
  orgVO: OrgVO;
  /** The password was chosen by somebody else: until there is a new one, nothing else can be done. */
  mustChange?: boolean;
  /** The last sign-in, ms since 1970; the present one after a login. */
  lastLogin?: number | null;
}

/** The operator's own settings. */
export interface OperHobbyConfigVo {
  system_title?: string | null;
  /** Which map view opens first. */
  map_type?: string | null;
  map_level?: number | null;
  /** WGS-84 degrees. */
  lat?: number | null;
  lon?: number | null;
  is_voice?: boolean | null;
  is_police_voice?: boolean | null;
  is_police_popup?: boolean | null;
}

/** Data of the login call. */
export interface LoginAnswer {
  token: string;
  /** RSA key for everything encrypted after login. */
  publicKey: string;
  imageServerUrl: string;
  oper: OperVO;
  operHobbyConfigVo: OperHobbyConfigVo | null;
}

/** What a button may do: shown only when granted, and then allowed to call its path. */
export interface MenuButton {
  btnCode: string;
  btnName: string;
  /** Path of the call. */
  actionUrl: string;
}

/** One menu; the tree is flat, joined by `sid`. */
export interface MenuItem {
  id: number;
  /** Id of the parent. */
  sid: number;
  /** The level, 1 at the top. */
  remarks: string;
  menu_code: string;
  menu_name?: string;
  /** Key of the page, `0` for a group. */
  menu_url: string;
  menu_icon: string;
  /** `true` means routed but not shown. */
  hidden: 'true' | 'false';
  buttons?: MenuButton[];
}

/** Data of getAuth. */
export interface AuthAnswer {
  token: string;
  publicKey: string;
  menus: MenuItem[];
  oper: OperVO;
  operHobbyConfigVo?: OperHobbyConfigVo | null;
}
