/** The visited pages. */
export const tabs = {
  label: 'Open pages',
  refresh: 'Refresh',
  close: 'Close',
  closeOthers: 'Close Others',
  closeRight: 'Close Right',
  closeAll: 'Close All',
  closeNamed: 'Close %{title}',
  unsaved: 'Unsaved changes',
  discard: {
    title: 'Discard the changes?',
    text: 'What was typed and not saved is lost: %{titles}.',
    leave: 'Discard',
    stay: 'Keep the page',
  },
};
