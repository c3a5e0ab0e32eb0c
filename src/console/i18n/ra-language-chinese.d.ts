declare module 'ra-language-chinese' {
  const messages: import('./plainTranslate').MessageTree;
  export = messages;
}
