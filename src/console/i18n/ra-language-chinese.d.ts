declare module 'ra-language-chinese' {
  const messages: import('./language').MessageTree;
  export = messages;
}
