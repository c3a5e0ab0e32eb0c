/**
 * Words whose arguments are secret: passwords, licence plates, SIM card numbers, logins of file servers. An argument of
 * one character is a result.
 */
const SECRET = /(\((?:P43|(?:\d+,(?:\d+,\d+,)?)?(?:P44|P52|P65|P68|OTA))),[^)]{2,}\)/g;
/** The access point's password, as the fifth argument. */
const APN_PASSWORD = /(\((?:\d+,P06,|P06,1,)(?:[^,()]*,){4})[^,()]+/g;

/** Masks the secrets in a text to or from a lock, for the message log. */
export const maskSecrets = (text: string): string =>
  text.replace(SECRET, '$1,***)').replace(APN_PASSWORD, '$1***');
