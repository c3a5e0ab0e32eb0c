/** The `code` of a Node or PostgreSQL error (`ENOENT`, `57P03`, ...), '' when there is none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';
