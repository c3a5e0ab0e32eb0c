/** Names that every object inherits, as texts from outside. */
export const INHERITED = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];
