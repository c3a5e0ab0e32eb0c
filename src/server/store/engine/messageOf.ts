/** What went wrong, in words, of anything that was thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message.trim() : String(error);
