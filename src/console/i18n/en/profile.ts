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
  initial: {
    title: 'Choose your own password',
    text: 'You signed in with a password that somebody else chose. Choose one that only you know; then you can go on.',
  },
};
