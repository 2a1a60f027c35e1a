import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { setImmediate as breathe } from 'node:timers/promises'

// Its types know the default only.
// oxlint-disable-next-line import/no-named-as-default
import PDFDocument from 'pdfkit'

/** Complete fonts: a subset for Western languages would silently drop the Ł of Łukasz. */
const FILES = {
  text: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  strong: '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
} as const
type OpenFont = PDFKit.Mixins.PDFFontSource & {
  characterSet: readonly number[]
  glyphForCodePoint(point: number): unknown
  hasGlyphForCodePoint(point: number): boolean
  GSUB: LayoutTable
  GPOS: LayoutTable
}
type LayoutTable = { lookupList: { length: number; get(index: number): unknown } }
export type PdfFonts = Record<keyof typeof FILES, OpenFont>

let openedFonts: Promise<PdfFonts> | undefined

/** Opened once, because decoding the font's layout tables takes longer than drawing many letters. */
export function loadPdfFonts(): Promise<PdfFonts> {
  openedFonts ??= openFonts()
  return openedFonts
}

async function openFonts(): Promise<PdfFonts> {
  const { resolve } = createRequire(import.meta.url)
  const open = async (file: string): Promise<OpenFont> => {
    const bytes = await readFile(resolve(file))
    // The package's type has no opened font.
    const { _font } = new PDFDocument({ font: bytes as never }) as unknown as {
      _font: { font: OpenFont }
    }
    // Drawing the first letter would decode all of them in one go and block requests meanwhile.
    for (const { lookupList } of [_font.font.GSUB, _font.font.GPOS])
      for (let index = 0; index < lookupList.length; index++) {
        lookupList.get(index)
        await breathe()
      }
    await nameGlyphs(_font.font)
    return _font.font
  }
  return { text: await open(FILES.text), strong: await open(FILES.strong) }
}

/** Characters to process before yielding. */
const GLYPHS_PER_SLICE = 500

/**
 * Creates each glyph with its character. The font keeps a glyph as it was first used, and a glyph that was first part
 * of another one (the full stop of '·') has no character, so that a document could not be searched or read aloud.
 */
async function nameGlyphs(font: OpenFont) {
  for (const [index, point] of font.characterSet.entries()) {
    if (index % GLYPHS_PER_SLICE === GLYPHS_PER_SLICE - 1) await breathe()
    font.glyphForCodePoint(point)
  }
}

/** Texts to check before yielding: a batch may have twenty thousand. */
const TEXTS_PER_SLICE = 200

/** Characters in these texts that the fonts cannot draw. */
export async function findUnprintable(
  { text: font }: PdfFonts,
  texts: readonly string[],
): Promise<string[]> {
  const letters = new Set<string>()
  for (const [index, text] of texts.entries()) {
    if (index % TEXTS_PER_SLICE === TEXTS_PER_SLICE - 1) await breathe()
    for (const letter of text.normalize('NFC')) letters.add(letter)
  }
  return [...letters].filter((letter) => {
    const point = letter.codePointAt(0) ?? 0
    return point > 0x20 && !font.hasGlyphForCodePoint(point)
  })
}
