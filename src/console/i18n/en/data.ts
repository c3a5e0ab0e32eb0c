/** What goes wrong on the way to the server. */
export const data = {
  network: 'The server cannot be reached. Check the network and try again.',
  timeout: 'The server did not answer in time. Please try again.',
  http: 'The server answered with an error (%{status}).',
  badAnswer: 'The server gave an answer that cannot be understood.',
  encrypt: 'The password could not be encrypted. Please contact the administrator.',
  verificationFailed: 'Verification Failed, Please Login Again',
  noPermissions: 'Failed To Get Permission: this account has no menus. Contact the administrator.',
  hasError: 'Has Error',
};
