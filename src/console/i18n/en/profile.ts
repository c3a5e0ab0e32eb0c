/** The operator's own pages. */
export const profile = {
  title: 'Profile',
  operName: 'Name',
  loginName: 'Login name',
  org: 'Company',
  role: 'Role',
  phone: 'Phone',
  lastLogin: 'Last sign-in',
  none: 'None given',
  changed: 'Your name, role and phone number are kept by your administrator.',
  settings: {
    title: 'My settings',
    text: 'Kept with your account: they are the same in every browser.',
    systemTitle: 'System title',
    map: 'Default map',
    anyMap: 'As the console has it',
    saved: 'Your settings were saved',
  },
  initial: {
    title: 'Choose your own password',
    text: 'You signed in with a password that somebody else chose. Choose one that only you know; then you can go on.',
  },
};
