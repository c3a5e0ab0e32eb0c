import { expect, test } from 'vitest';
import {
  isSearchShortcut,
  isSearchSlash,
  shortcutName,
} from '../../../../../src/console/shell/search/shortcut';

const press = (text: string) => {
  const parts = text.split('+');
  return {
    key: parts.at(-1) ?? '',
    ctrlKey: parts.includes('Ctrl'),
    metaKey: parts.includes('Meta'),
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift'),
  };
};

test.each([
  ['Ctrl+k', true],
  ['Meta+k', true],
  ['Ctrl+K', true],
  ['k', false],
  ['Ctrl+Shift+K', false],
  ['Ctrl+Alt+k', false],
  ['Ctrl+Meta+k', false],
  ['Ctrl+j', false],
])('%s opens the search anywhere: %s', (keys, opens) => {
  expect(isSearchShortcut(press(keys))).toBe(opens);
});

test.each([
  ['/', true],
  ['Shift+/', true],
  ['Ctrl+/', false],
  ['Alt+/', false],
  ['?', false],
])('%s opens it where nobody types: %s', (keys, opens) => {
  expect(isSearchSlash(press(keys))).toBe(opens);
});

test.each([
  ['MacIntel', '⌘K'],
  ['iPhone', '⌘K'],
  ['Win32', 'Ctrl+K'],
  ['Linux x86_64', 'Ctrl+K'],
])('on %s it is called %s', (platform, name) => {
  expect(shortcutName(platform)).toBe(name);
});
