import { useEffect, useEffectEvent } from 'react';

/** Elements that take typed text, a select included. */
const TEXT_INPUTS = [
  'textarea',
  'select',
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range])',
  '[role=textbox]',
  '[role=combobox]',
  '[contenteditable]:not([contenteditable=false])',
].join();

/** Restricts a selector to visible elements: hidden pages mark theirs with `aria-hidden`. */
const shownSelector = (selector: string): string => `${selector}:not([aria-hidden=true])`;

/** Elements that own the keyboard until they close: dialogs, menus, popovers. */
const DIALOGS = [
  shownSelector('.MuiDialog-root'),
  shownSelector('.MuiPopover-root'),
  'dialog[open]',
].join();

/** The elements of `DIALOGS`, and drawers, which have keys of their own. */
const OVERLAYS = [shownSelector('.MuiModal-root'), 'dialog[open]'].join();

export const isTextInput = ({ target }: Pick<KeyboardEvent, 'target'>): boolean =>
  target instanceof Element && target.closest(TEXT_INPUTS) !== null;

/** True if a dialog or menu covers the page: global shortcuts are disabled. */
export const isDialogOpen = (): boolean => document.querySelector(DIALOGS) !== null;

/**
 * True if anything covers the page, drawers included: shortcuts of the page are disabled.
 * @param inside element whose own overlay does not count
 */
export const isOverlayOpen = (inside: Element | null = null): boolean =>
  [...document.querySelectorAll(OVERLAYS)].some((overlay) => !overlay.contains(inside));

/** Calls a function for every event of a type in the document. @param capture before the elements themselves */
export const useDocumentEvent = <T extends keyof DocumentEventMap>(
  type: T,
  handle: (event: DocumentEventMap[T]) => void,
  capture = false,
): void => {
  const onEvent = useEffectEvent(handle);
  useEffect(() => {
    const listen = (event: DocumentEventMap[T]) => onEvent(event);
    document.addEventListener(type, listen, capture);
    return () => document.removeEventListener(type, listen, capture);
  }, [type, capture]);
};
