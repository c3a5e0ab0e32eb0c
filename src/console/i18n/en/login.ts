export const login = {
  heading: 'Sign in to your console',
  tagline: 'Every seal and every lock, in sight.',
  promise: 'Live positions, remote sealing and an alarm the moment cargo is touched.',
  way: 'Sign-in method',
  byName: 'Account',
  byPhone: 'Mobile phone',
  username: 'User name',
  phone: 'Phone number',
  phoneHelp: 'Use the phone number and the password of your account',
  password: 'Password',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  capsLock: 'Caps lock is on',
  submit: 'Sign in',
  sending: 'Signing in…',
  userRequired: 'Please Enter User Name',
  phoneRequired: 'Please Enter Phone Number',
  phoneFormat: 'Enter a valid phone number',
  passwordMinimum: 'The password has at least %{min} characters',
  language: 'Language',
  download: 'Download the app',
  downloadHint: 'Scan with your phone, or open the link on it.',
  ios: 'iPhone and iPad',
  android: 'Android',
};

/** Failures of calls to the server. */
export const data = {
  network: 'The server cannot be reached. Check the network and try again.',
  timeout: 'The server did not answer in time. Try again.',
  http: 'The server answered with an error (%{status}).',
  badAnswer:
    'The server sent an answer that the console cannot read. Try again, or contact your administrator.',
  encrypt: 'The password could not be encrypted. Contact your administrator.',
  verificationFailed: 'Verification Failed, Please Login Again',
  noPermissions: 'Failed To Get Permission: this account has no menus. Contact your administrator.',
  hasError: 'Has Error',
};
