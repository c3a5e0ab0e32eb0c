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
}
