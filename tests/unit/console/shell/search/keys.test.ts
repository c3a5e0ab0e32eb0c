import { expect, test, vi } from 'vitest';
import { typingKeys } from '../../../../../src/console/shell/search/dialogKeys';
import {
  isSearchShortcut,
  isSearchSlash,
  shortcutName,
} from '../../../../../src/console/shell/search/keys';

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
])('%s opens the search outside of inputs: %s', (keys, opens) => {
  expect(isSearchSlash(press(keys))).toBe(opens);
});

test.each([
  ['MacIntel', '⌘K'],
  ['iPhone', '⌘K'],
  ['Win32', 'Ctrl+K'],
  ['Linux x86_64', 'Ctrl+K'],
])('shows on %s the shortcut %s', (platform, name) => {
  expect(shortcutName(platform)).toBe(name);
});

interface Case {
  readonly onMap?: boolean;
  readonly hasMap?: boolean;
  readonly kind?: 'device' | 'page' | 'command' | null;
  readonly text?: string;
  readonly caret?: number;
  readonly leavesCommand?: boolean;
  readonly composing?: boolean;
}

/** Presses a key. Returns the calls that it made, and whether the browser's default was prevented. */
const effectOf = (keys: string, options: Case = {}) => {
  const { onMap = false, hasMap = true, kind = 'device', text = 'es', composing = false } = options;
  const done: unknown[] = [];
  const preventDefault = vi.fn();
  typingKeys({
    hit: kind ? { kind } : undefined,
    onMap,
    hasMap,
    step: (by) => done.push(['step', by]),
    toMap: (to) => done.push(['toMap', to]),
    choose: (to) => done.push(['choose', to]),
    chooseLater: () => done.push('chooseLater'),
    leaveCommand: options.leavesCommand ? () => done.push('leaveCommand') : undefined,
    close: () => done.push('close'),
  })({
    ...press(keys),
    currentTarget: { value: text, selectionStart: options.caret ?? text.length },
    nativeEvent: { isComposing: composing },
    preventDefault,
  });
  expect(preventDefault).toHaveBeenCalledTimes(done.length);
  return done[0];
};

test.each<[keys: string, does: unknown, given?: Case]>([
  ['ArrowDown', ['step', 1]],
  ['ArrowUp', ['step', -1]],
  ['ArrowRight', ['toMap', true]],
  ['ArrowRight', undefined, { caret: 1 }],
  ['ArrowRight', undefined, { kind: 'page' }],
  ['ArrowRight', undefined, { hasMap: false }],
  ['ArrowLeft', ['toMap', false], { onMap: true }],
  ['ArrowLeft', undefined],
  ['Enter', ['choose', false]],
  ['Enter', ['choose', true], { onMap: true }],
  ['Ctrl+Enter', ['choose', true]],
  ['Meta+Enter', ['choose', true]],
  ['Ctrl+Enter', ['choose', false], { kind: 'command' }],
  ['Enter', undefined, { composing: true }],
  ['Enter', 'chooseLater', { kind: null }],
  ['Backspace', undefined],
  ['Backspace', 'leaveCommand', { leavesCommand: true, kind: null }],
  ['Ctrl+k', 'close', { kind: null }],
  ['Escape', undefined],
  ['a', undefined],
])('%s in the input does %j if %j', (keys, does, options) => {
  expect(effectOf(keys, options)).toEqual(does);
});
