import { describe, expect, it } from 'vitest';
import {
  isImage,
  listedEntry,
  listedPath,
  mediaTypeOf,
  parseAccept,
  parseListed,
  sizeText,
} from '../../../src/domain/files';

describe('the types of files', () => {
  it.each([
    ['.pdf', ['pdf']],
    ['.BIN, .jpeg,.docx', ['bin', 'jpg', 'docx']],
    ['.jpg,.JPEG', ['jpg']],
    ['image/*', ['png', 'jpg', 'gif', 'webp']],
    ['application/pdf, image/png', ['pdf', 'png']],
    ['image/svg+xml', []],
    [undefined, ['xlsx', 'pdf', 'png', 'jpg', 'gif', 'webp', 'bin', 'hex', 'zip']],
  ])('accepted by %j are %j', (accept, extensions) => {
    expect(parseAccept(accept)).toEqual(extensions);
  });

  it.each([
    ['a.png', 'image/png', true],
    ['A.JPEG', 'image/jpeg', true],
    ['a.pdf', 'application/pdf', false],
    ['a.html', 'application/octet-stream', false],
    ['a.svg', 'application/octet-stream', false],
    ['a', 'application/octet-stream', false],
  ])('set the media type of %s to %s', (name, type, inPlace) => {
    expect([mediaTypeOf(name), isImage(name)]).toEqual([type, inPlace]);
  });
});

describe('a file of a list', () => {
  it.each([
    { path: 'a.pdf', name: 'Invoice & list #1 (50%).pdf', size: 20_480 },
    { path: 'a.pdf', name: '随附 单证?.pdf', size: 0 },
    { path: 'https://files.example.com/x/a.pdf', name: 'a+b=c.pdf' },
  ])('keeps its path, name and size: %j', (file) => {
    expect(parseListed(listedEntry(file))).toEqual(file);
    expect(listedPath(listedEntry(file))).toBe(file.path);
  });

  it.each([
    ['a.pdf', { path: 'a.pdf', name: 'a.pdf' }],
    ['x/y/a.pdf?v=1', { path: 'x/y/a.pdf', name: 'a.pdf' }],
    ['a.pdf?size=many&name=', { path: 'a.pdf', name: 'a.pdf' }],
    ['a.pdf?size=-1', { path: 'a.pdf', name: 'a.pdf' }],
  ])('without a name has that of its path: %s', (entry, file) => {
    expect(parseListed(entry)).toEqual(file);
  });

  it.each([
    [0, '0.1 KB'],
    [2_048, '2 KB'],
    [1_048_575, '1,024 KB'],
    [20 * 2 ** 20, '20 MB'],
    [1_600_000, '1.5 MB'],
  ])('of %i bytes has the size %s', (bytes, text) => {
    expect(sizeText(bytes, 'en')).toBe(text);
  });
});
