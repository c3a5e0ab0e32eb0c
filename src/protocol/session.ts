import type { Padding } from '../domain/system';

/** What `/config.json` answers: read at start, so that one build serves every customer. */
export interface RuntimeConfig {
  /** Base of every call, without a slash at its end; '' for the origin of the page. */
  apiBase: string;
  /** RSA public key for the login, PEM or its bare base64. */
  loginKey: string;
  /** Secret of the sign; everybody who can load the page can read it. */
  signSecret: string;
  /** Base URL of the maps service. */
  mapService: string;
  /** Base URL of uploaded files; a login answer may name another. */
  imageServerUrl: string;
  title: string;
  /** When shifts begin: `HH:mm`, joined by `/`. */
  shifts?: string;
  /** Where operators get the app. */
  appDownload?: AppDownload;
  /** Changes with every release of the console that the server serves; a page that knows another one is old. */
  version?: string;
}

/** Links; only those of http and https are shown. */
interface AppDownload {
  ios?: string;
  android?: string;
}

/** The organisation of an operator. */
interface OrgVO {
  id: number;
  org_name: string;
  /** Path under imageServerUrl. */
  logo: string | null;
  /** Whether there is an organisation above it, which alone may set some of its fields. */
  hasSuperior?: boolean;
}

/** The operator who is signed in. Id 1 is the system administrator. */
export interface OperVO {
  id: number;
  operName: string;
  loginName: string;
  operCode?: string;
  operPhone?: string | null;
  roleName?: string;
  role_id?: number;
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
  /** Entities that the operator may list; without it the menus say so. */
  reads?: string[];
  /** True if lists are narrowed by their filters, so that their totals can be shown as counts of views. */
  filters?: boolean;
}

/** Why a text could not be encrypted: no key was given, the key is no RSA public key, or the text is too long for it. */
export class EncryptError extends Error {
  override readonly name = 'EncryptError';
  readonly reason: 'noKey' | 'badKey' | 'tooLong';

  constructor(reason: EncryptError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Bytes of the block that padding takes. */
const PADDING_BYTES: Readonly<Record<Padding, number>> = { pkcs1: 11, oaep: 66 };

/** Bytes as JSEncrypt writes them: UTF-8, but each half of a surrogate pair on its own, in 3 bytes. */
const writtenBytes = (text: string): number => {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3;
  }
  return bytes;
};

/** The UTF-8 of a text, a character for each byte. */
const utf8Bytes = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));

/**
 * Encrypts a password for the server with RSA. By OAEP every text is UTF-8. By PKCS#1 v1.5 a text of the Basic
 * Multilingual Plane is; JSEncrypt writes emoji as CESU-8, which stays so because a customer's server may have stored
 * its hash from that.
 * For the main thread of a page only: elsewhere JSEncrypt draws its padding from Math.random.
 * @param plain already trimmed; at most 245 bytes for a key of 2048 bits, 190 by OAEP
 * @param publicKey SPKI or PKCS#1, PEM or its bare base64
 * @returns base64
 * @throws EncryptError
 */
export const encryptPassword = async (
  plain: string,
  publicKey: string,
  padding: Padding = 'pkcs1',
): Promise<string> => {
  // Without a key JSEncrypt makes one up and encrypts for nobody.
  if (publicKey.trim() === '') throw new EncryptError('noKey', 'There is no public key.');
  const { JSEncrypt } = await import('jsencrypt');
  const encryptor = new JSEncrypt();
  encryptor.setPublicKey(publicKey);
  const blockBytes = atob(encryptor.encrypt('') || '').length;
  if (blockBytes === 0) throw new EncryptError('badKey', 'The public key is not an RSA key.');
  // JSEncrypt counts characters here, and silently cuts a text whose bytes do not fit.
  const limit = blockBytes - PADDING_BYTES[padding];
  const bytes = utf8Bytes(plain);
  const length = padding === 'oaep' ? bytes.length : writtenBytes(plain);
  // Its OAEP takes a character for a byte.
  const encrypt = () =>
    padding === 'oaep' ? encryptor.encryptOAEP(bytes) : encryptor.encrypt(plain);
  const cipher = length > limit ? false : encrypt();
  if (cipher === false) throw new EncryptError('tooLong', `The text exceeds ${limit} bytes.`);
  return cipher;
};
