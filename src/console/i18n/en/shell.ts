/** The frame around the pages, and the pages that are part of it. */
export const shell = {
  skip: 'Skip to content',
  back: 'Go back',
  toHome: 'To the home page',
  breadcrumb: 'You are here',
  language: 'Language',
  map: 'Map',
  switchMap: 'Switch Map',
  sidebar: {
    label: 'Main menu',
    open: 'Open the menu',
    close: 'Close the menu',
  },
  fullscreen: {
    enter: 'Full screen',
    leave: 'Leave full screen',
    unsupported: 'Your browser can not work in full screen',
  },
  user: {
    map: 'Map',
    profile: 'Profile',
    password: 'Change Password',
    home: 'Home',
    logout: 'Log out',
  },
  password: {
    oldPassword: 'Old password',
    newPassword: 'New password',
    confirmPassword: 'New password again',
    mismatch: 'Inconsistent Password Input',
    done: 'The password was changed',
  },
  session: {
    title: 'Logout Confirmation',
    text: 'Your login status is invalid: the session has ended. Please log in again to go on.',
    button: 'Re-register',
    cancel: 'Cancel',
  },
  notices: {
    offline: 'You are offline. What you see may be out of date.',
    lost: 'No connection to the server. What you see may be out of date; trying again…',
    session: 'Your session has ended: nothing on this page works any more.',
    newVersion: 'A new version is available',
    reload: 'Reload',
  },
  error: {
    title: 'This page has run into an error',
    text: 'The rest of the console goes on working. Try the page again; if it does not help, reload.',
    retry: 'Try again',
    reload: 'Reload',
  },
  errorLog: {
    open: '%{smart_count} error |||| %{smart_count} errors',
    title: 'Error log',
    clear: 'Clear All',
  },
  notFound: {
    title: 'Page not found',
    text: 'There is no page at this address. Check the address, or go back to the home page.',
  },
  denied: {
    title: 'No permission',
    text: 'You have no permission to see this page. Ask your administrator if you need it.',
  },
  notConfigured: {
    title: 'This page is not configured',
    text: 'The menu opens a page that the configuration of this console does not have. Its key is:',
  },
};
