/** What takes letters, a choice that is made by typing included. */
const TYPED_INTO = [
  'textarea',
  'select',
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range])',
  '[role=textbox]',
  '[role=combobox]',
  '[contenteditable]:not([contenteditable=false])',
].join();

/** One that a page under another keeps for later has the mark of what is not there. */
const there = (selector: string): string => `${selector}:not([aria-hidden=true])`;

/** What has the keys until it is answered or closed: a dialog, a menu, what hangs below a button. */
const ASKING = [there('.MuiDialog-root'), there('.MuiPopover-root'), 'dialog[open]'].join();

/** The same, and a sheet from the side, which has keys of its own. */
const OVER = [there('.MuiModal-root'), 'dialog[open]'].join();

/** Whether a key was pressed in what takes letters. */
export const isTextInput = ({ target }: Pick<KeyboardEvent, 'target'>): boolean =>
  target instanceof Element && target.closest(TYPED_INTO) !== null;

/** Whether something that asks for an answer lies over the page: keys that are for everywhere wait. */
export const isDialogOpen = (): boolean => document.querySelector(ASKING) !== null;

/** Whether anything lies over the page, a sheet from the side included: the keys of the page below wait. */
export const isOverlayOpen = (): boolean => document.querySelector(OVER) !== null;
