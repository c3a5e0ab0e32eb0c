/** Puts a text on the clipboard, also where a page without TLS has none of the newer kind. @throws Error when refused */
export const copyToClipboard = async (text: string): Promise<void> => {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', give, { once: true });
  const copied = document.execCommand('copy');
  document.removeEventListener('copy', give);
  if (!copied) throw new Error('The browser does not copy');
};
