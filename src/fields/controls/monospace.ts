/** The reader's own fixed-width font: none is downloaded. */
export const monospace = 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace';
