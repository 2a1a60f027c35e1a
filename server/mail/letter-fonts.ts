import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

// Its types know the default only.
// oxlint-disable-next-line import/no-named-as-default
import PDFDocument from 'pdfkit'

/** Whole fonts: one that was cut to western letters drops the Ł of Łukasz in silence. */
const FILES = {
  text: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  strong: '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
} as const
export type LetterFonts = Record<keyof typeof FILES, Buffer>

let read: Promise<LetterFonts> | undefined

export function letterFonts(): Promise<LetterFonts> {
  const { resolve } = createRequire(import.meta.url)
  read ??= Promise.all([readFile(resolve(FILES.text)), readFile(resolve(FILES.strong))]).then(
    ([text, strong]) => ({ text, strong }),
  )
  return read
}

type Glyphs = { hasGlyphForCodePoint(point: number): boolean }

/** What of these texts the letters have no shape for: it would be a box, or nothing. */
export function unprintable(fonts: LetterFonts, texts: Iterable<string>): string[] {
  // Its types leave out the font that it has opened.
  const { _font } = new PDFDocument({ font: fonts.text as never }) as unknown as {
    _font: { font: Glyphs }
  }
  const letters = new Set<string>()
  for (const text of texts) for (const letter of text.normalize('NFC')) letters.add(letter)
  return [...letters].filter((letter) => {
    const point = letter.codePointAt(0) ?? 0
    return point > 0x20 && !_font.font.hasGlyphForCodePoint(point)
  })
}
