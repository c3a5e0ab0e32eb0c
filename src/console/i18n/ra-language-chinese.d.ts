declare module 'ra-language-chinese' {
  const messages: { readonly ra: import('./messages').MessageTree };
  export = messages;
}
