export type LetterText = {
  language: string
  sender: string
  /** The recipient's name; '' for none. */
  name: string
  heading: string
  greeting: string
  intro: string
  /** The sender's message and name; '' for none. */
  words: string
  givenBy: string
  codeLabel: string
  code: string
  link: string
  /** How to use the code. Printed beside the QR image, and its alternative text. */
  where: string
  /** The last valid day, as a sentence; '' for none. */
  until: string
  steps: readonly (readonly [string, string])[]
  help: string
  /** What to do if the code is lost. */
  lost: string
  /** A warning not to share the code. */
  keep: string
  reference: string
}
/** An image that the PDF document contains already. */
export type OpenedImage = { width: number; height: number }
export type LetterTheme = {
  /** The colour of the heading. */
  heading: string
  tint: string
  logo: OpenedImage | null
  shopName: string
}

/** The colour of text. */
export const INK = '#22302b'
/** The colour of secondary text. */
export const SOFT = '#55635d'
/** A4, in PDF points. */
export const PAGE = { width: 595.28, height: 841.89 }
/** The bottom margin. It is smaller than the others, so that the last block of a letter stays on its page. */
export const BOTTOM_MARGIN = 24
/** The vertical position of the recipient's name on continuation pages. */
export const CONTINUED_TOP = 20

/** Large print is for readers with low vision. */
export type Print = 'usual' | 'large'

export type FontSizes = {
  text: number
  small: number
  heading: number
  code: number
  /** The left, right and top margin. */
  edge: number
  qr: number
}
export const SIZES: Record<Print, FontSizes> = {
  usual: { text: 11, small: 9.5, heading: 24, code: 30, edge: 62, qr: 128 },
  large: { text: 18, small: 18, heading: 28, code: 46, edge: 48, qr: 150 },
}

/** Vertical gaps, in multiples of the font size. */
export const HEADING_GAP = 0.7
export const CODE_GAP = 1.3
/** After each note at the end of the letter. */
export const LAST_GAP = 0.35
/** Gaps between paragraphs and lines in large print. */
export const LARGE = { gap: 0.4, lineGap: 0.04 }
/** The padding of the box with the code, and the space above it. In PDF points. */
export const CODE_PAD = 14
export const ABOVE_CODE = 4
/** Page options of PDFKit. */
export const sheet = (edge: number) => ({
  size: 'A4',
  margins: { top: edge, bottom: BOTTOM_MARGIN, left: edge, right: edge },
})

/** The height of the box with the code. In large print the code is above its QR image, otherwise beside it. */
export const codeHeight = ({ qr, code }: FontSizes, print: Print) =>
  print === 'large' ? qr + code * 1.4 + CODE_PAD * 2.5 : qr + CODE_PAD * 2

/** With smaller gaps, paragraphs would be hard to tell apart. */
const MIN_GAP_SHARE = 0.3

/**
 * The share of its gaps that a letter in large print keeps to stay on one page. It is 1 if there is room, or if smaller
 * gaps would not help.
 */
export function largeGapShare(doc: PDFKit.PDFDocument, text: LetterText, sizes: FontSizes): number {
  const width = PAGE.width - 2 * sizes.edge
  const lineGap = sizes.text * LARGE.lineGap
  const heightOf = (words: string, font: 'text' | 'strong') =>
    words === '' ? 0 : doc.font(font).fontSize(sizes.text).heightOfString(words, { width, lineGap })
  const { greeting, intro, words, givenBy, keep, help, lost } = text
  const body = [greeting, intro, givenBy].filter((text) => text !== '')
  const notes = [keep, help, lost].filter((text) => text !== '')
  const heading = doc.font('strong').fontSize(sizes.heading).heightOfString(text.heading, { width })
  const textHeight =
    heading +
    ABOVE_CODE +
    codeHeight(sizes, 'large') +
    heightOf(words, 'strong') +
    [...body, ...notes].reduce((sum, text) => sum + heightOf(text, 'text'), 0)
  const gaps =
    HEADING_GAP +
    CODE_GAP +
    LARGE.gap * (body.length + (words === '' ? 0 : 1)) +
    LAST_GAP * notes.length
  const roomForGaps = PAGE.height - BOTTOM_MARGIN - doc.y - textHeight
  const share = roomForGaps / (gaps * sizes.text)
  return share >= MIN_GAP_SHARE && share < 1 ? share : 1
}
