/** Messages by room and key. */
export interface MessageTree {
  readonly [key: string]: string | MessageTree;
}

/** A text by its dotted key; `%{name}` takes the argument of that name. */
export type Translate = (key: string, args?: Readonly<Record<string, unknown>>) => string;

/** Translation without react-admin, for the page that must not load it. A missing key is its own text. */
export const plainTranslate =
  (messages: MessageTree): Translate =>
  (key, args = {}) => {
    const found = key
      .split('.')
      .reduce<string | MessageTree | undefined>(
        (tree, part) => (typeof tree === 'object' ? tree[part] : undefined),
        messages,
      );
    if (typeof found !== 'string') return key;
    return found.replace(/%\{(\w+)\}/g, (_, name: string) => String(args[name] ?? ''));
  };
