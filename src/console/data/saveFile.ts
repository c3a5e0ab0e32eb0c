/** Hands a file to the browser's downloads. */
export const saveFile = ({ blob, name }: { blob: Blob; name: string }): void => {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Safari reads the address after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
