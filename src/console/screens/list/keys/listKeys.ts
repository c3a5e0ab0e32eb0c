/** The keys of a list as the help names them, and the message that says what each does. */
export const listKeys: readonly { readonly keys: readonly string[]; readonly does: string }[] = [
  { keys: ['/'], does: 'filter' },
  { keys: ['↑', '↓', 'PgUp', 'PgDn', 'Home', 'End'], does: 'move' },
  { keys: ['←', '→'], does: 'cell' },
  { keys: ['Space'], does: 'select' },
  { keys: ['Shift+↑', 'Shift+↓'], does: 'extend' },
  { keys: ['Ctrl+A'], does: 'selectPage' },
  { keys: ['Enter'], does: 'open' },
  { keys: ['E'], does: 'edit' },
  { keys: ['Delete'], does: 'delete' },
  { keys: ['Ctrl+C'], does: 'copy' },
  { keys: ['Shift+Enter'], does: 'sort' },
  { keys: ['Shift+←', 'Shift+→', 'Shift+Home'], does: 'width' },
  { keys: ['?'], does: 'help' },
];
