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
  /** Where operators get the app. */
  appDownload?: AppDownload;
  /** Changes with every release of the console that the server serves; a page that knows another one is old. */
  version?: string;
}

/** Links; only those of http and https are shown. */
export interface AppDownload {
  ios?: string;
  android?: string;
}
