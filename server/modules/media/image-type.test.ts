import { expect, it } from 'vitest'

import { isComplete, mediaTypeOf } from '#server/modules/media/image-type.ts'

const typeOf = (text: string) => mediaTypeOf(Buffer.from(text))
const isCompleteSvg = (text: string) => isComplete(Buffer.from(text), 'image/svg+xml')

it.each([
  ['<svg>', true],
  ['\uFEFF <?xml version="1.0"?>\n<!-- a --> <!---->\n<!DOCTYPE svg>\n<SVG width="1">', true],
  ['<!DOCTYPE svg PUBLIC "a" "b" [<!ENTITY x "y">] ><svg\n>', true],
  ['<!-- <svg> -->', false],
  ['<!-- no end <svg>', false],
  ['<?xml version="1.0"<svg>', false],
  ['<!DOCTYPE svg [<!ENTITY x "y"> <svg>', false],
  ['<svgs>', false],
  ['text <svg>', false],
])('detects an SVG by its root element: %j', (text, isSvg) => {
  expect(typeOf(text)).toBe(isSvg ? 'image/svg+xml' : undefined)
})

it.each([
  ['<svg></svg>', true],
  ['<svg></svg >\n<!-- a --> <!-- b -->\n', true],
  ['<svg width="1"/>', true],
  ['<svg><g/>', false],
  ['<svg></svg', false],
  ['<svg></svg> -->', false],
])('detects a complete SVG by its last tag: %j', (text, expected) =>
  expect(isCompleteSvg(text)).toBe(expected),
)

it('detects the type of an image in linear time with any prolog (SAFE-1, S3)', () => {
  // An expression that backtracks would take twice as long with each comment: two hours with 40 of them.
  expect(typeOf('<!---->'.repeat(570))).toBeUndefined()
  expect(typeOf('<!---->'.repeat(500) + '<svg>')).toBe('image/svg+xml')
  expect(typeOf(' '.repeat(3900) + '<?xml?>')).toBeUndefined()
  const comments = '<!-- a -->'.repeat(200_000)
  expect(isCompleteSvg(`<svg></svg>${comments}`)).toBe(true)
  expect(isCompleteSvg(`<svg>${comments}`)).toBe(false)
  expect(isCompleteSvg(`<svg>${'</svg '.repeat(200_000)}`)).toBe(false)
})
