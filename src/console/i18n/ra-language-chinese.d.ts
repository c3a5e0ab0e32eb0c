declare module 'ra-language-chinese' {
  const messages: { readonly ra: import('./language').MessageTree };
  export = messages;
}
